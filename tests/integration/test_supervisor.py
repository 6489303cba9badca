"""`ludoteca serve` as a process: workers and stores are killed under it, and it says why it cannot start."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import grpc
import pytest
import pytest_asyncio

from ludoteca.v1 import table_service_pb2, table_service_pb2_grpc
from ludoteca_server.datadir import Running, running
from tests.integration.certificates import Certificates
from tests.integration.server_process import ServerProcess, is_serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TLS = Path(__file__).parents[1] / "data" / "tls"


class Serve(Protocol):
    """Starts a server that is gone after the test."""

    async def __call__(self, data_dir: Path, **settings: object) -> ServerProcess: ...


@pytest_asyncio.fixture
async def serve() -> AsyncIterator[Serve]:
    """Servers of the test's own."""
    async with AsyncExitStack() as stack:

        async def start(data_dir: Path, **settings: object) -> ServerProcess:
            server = await ServerProcess(data_dir, **settings).start()
            stack.push_async_callback(server.kill)
            return server

        yield start


async def list_tables(address: str) -> grpc.StatusCode:
    """A call that needs the store."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub = table_service_pb2_grpc.TableServiceStub(channel)
        try:
            await stub.ListTables(
                table_service_pb2.ListTablesRequest(), wait_for_ready=True, timeout=20
            )
        except grpc.aio.AioRpcError as error:
            return error.code()
        return grpc.StatusCode.OK


def lives(pid: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_two_workers_serve_on_one_port_die_and_are_replaced_and_drain_on_sigterm(
    serve: Serve, tmp_path: Path
) -> None:
    ready_file = tmp_path / "ready.json"
    server = await serve(tmp_path / "data", workers=2, ready_file=ready_file)
    await server.serving()
    await server.hears(event="worker_serves")
    await server.hears(event="worker_serves")
    now = server.info()
    assert len(now.workers) == 2
    assert Running(**json.loads(ready_file.read_text())) == now
    assert await is_serving(now.address)
    assert await list_tables(now.address) is grpc.StatusCode.OK

    os.kill(now.workers[0], signal.SIGKILL)
    await server.hears(event="worker_died", served=True)
    assert await is_serving(now.address), "the other one goes on"
    told = await server.hears(event="worker_serves")
    replaced = server.info()
    assert set(replaced.workers) == {now.workers[1], told["pid"]}
    assert (replaced.address, replaced.store_pid) == (now.address, now.store_pid)

    server.process.send_signal(signal.SIGTERM)
    status, said = await server.ended()
    assert status == 0, said
    assert not any(map(lives, (*replaced.workers, now.store_pid)))
    assert running(server.data_dir) is None
    assert not ready_file.exists()


async def test_sighup_replaces_the_workers_one_after_the_other(
    serve: Serve, tmp_path: Path
) -> None:
    server = await serve(tmp_path, workers=2)
    await server.serving()
    for _ in range(2):
        await server.hears(event="worker_serves")
    before = server.info()

    server.process.send_signal(signal.SIGHUP)
    served = set()
    for _ in before.workers:
        went = await server.hears(event="worker_went")
        assert went["status"] == 0, "it drained"
        told = await server.hears(event="worker_serves")
        served.add(told["pid"])
    await server.hears(event="rolled", workers=2)
    after = server.info()
    assert set(after.workers) == served
    assert not set(after.workers) & set(before.workers)
    assert (after.pid, after.store_pid) == (before.pid, before.store_pid)
    told_events = [json.loads(line).get("event") for line in server.log if line.startswith("{")]
    turns = [event for event in told_events if event in ("worker_went", "worker_serves")]
    assert turns[2:] == ["worker_went", "worker_serves"] * 2, "never two at once"
    assert "worker_died" not in told_events, "nobody counts it as a death"

    server.process.send_signal(signal.SIGTERM)
    status, said = await server.ended()
    assert status == 0, said


async def test_a_successor_says_which_file_is_wrong_and_serves_when_it_is_right(
    serve: Serve, tmp_path: Path
) -> None:
    files = Certificates(tmp_path)
    server = await serve(tmp_path / "data", tls_cert=files.cert, tls_key=files.key)
    await server.serving()
    await server.hears(event="worker_serves")
    good = files.key.read_bytes()
    files.key.write_bytes(b"half a renewal")
    server.process.send_signal(signal.SIGHUP)
    told = await server.hears(event="cannot_serve", worker="w0")
    assert f"{files.cert} and {files.key} are no PEM files" in str(told["why"])
    assert "Correct tls_cert, tls_key" in str(told["why"])
    await server.hears(event="worker_died", served=False)
    files.key.write_bytes(good)
    await server.hears(event="worker_serves")
    await server.hears(event="rolled", workers=1)


async def test_a_killed_store_comes_back_under_the_workers(serve: Serve, tmp_path: Path) -> None:
    server = await serve(tmp_path)
    now = await server.serving()
    os.kill(now.store_pid, signal.SIGKILL)
    told = await server.hears(event="store_back")
    assert server.info().store_pid == told["pid"] != now.store_pid
    codes = set()
    async with asyncio.timeout(20):
        while grpc.StatusCode.OK not in codes:
            codes.add(await list_tables(now.address))
    assert codes <= {grpc.StatusCode.OK, grpc.StatusCode.UNAVAILABLE}
    assert await is_serving(now.address)
    assert server.info().workers == now.workers, "no worker noticed more than a pause"


@pytest.mark.skipif(sys.platform != "linux", reason="PDEATHSIG is Linux")
async def test_everything_ends_with_a_killed_supervisor_and_the_next_server_starts_on_the_same_port(
    serve: Serve, tmp_path: Path
) -> None:
    first = await serve(tmp_path)
    now = await first.serving()
    first.process.kill()
    await first.process.wait()
    port = now.address.rpartition(":")[2]
    second = await serve(tmp_path, port=port)
    after = await second.serving()
    assert after.address == now.address
    assert after.store_pid != now.store_pid
    assert await is_serving(after.address)


async def test_a_second_server_on_one_data_directory_names_the_first(
    serve: Serve, tmp_path: Path
) -> None:
    first = await serve(tmp_path)
    now = await first.serving()
    second = await serve(tmp_path)
    status, said = await second.ended()
    assert status == 1
    assert f"in use by the server with process id {now.pid} at {now.address}" in said
    assert "Traceback" not in said


async def test_a_store_of_ones_own_is_used_as_it_is(
    serve: Serve, store_url: str, tmp_path: Path
) -> None:
    ready_file = tmp_path / "ready.json"
    server = await serve(tmp_path / "unused", redis=store_url, ready_file=ready_file)
    assert server.process.stdout is not None
    line = await server.process.stdout.readline()
    assert b"data in a store of your own" in line
    told = Running(**json.loads(ready_file.read_text()))
    assert (told.store, told.store_pid) == ("", 0)
    assert not (tmp_path / "unused").exists()
    assert await list_tables(told.address) is grpc.StatusCode.OK
    server.process.send_signal(signal.SIGINT)
    assert (await server.ended())[0] == 0


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"redis": "redis://:hush@127.0.0.1:1/0"}, "127.0.0.1:1 does not answer. Is it running?"),
        ({"redis": "redis://127.0.0.1:x"}, "address (redis) makes no sense"),
        ({"port": -1}, "The setting port"),
        ({"host": "192.0.2.1"}, "192.0.2.1 is no address of this machine"),
        ({"valkey_binary": "/none"}, "correct valkey_binary"),
        ({"data_dir": "/dev/null/x"}, "/dev/null/x cannot be used"),
        ({"content": "burgenland=/none.toml"}, "No worker can start"),
        ({"tls_cert": "/none", "tls_key": "/none"}, "No worker can start"),
        (
            {"tls_cert": TLS / "server.pem", "tls_key": TLS / "other.key"},
            "other.key is not the key of",
        ),
    ],
    ids=lambda given: next(iter(given)) if isinstance(given, dict) else None,
)
async def test_a_server_that_cannot_start_says_why_in_a_sentence(
    serve: Serve, tmp_path: Path, settings: dict[str, object], sentence: str
) -> None:
    given = dict(settings)
    data_dir = Path(str(given.pop("data_dir", tmp_path)))
    server = await serve(data_dir, **given)
    status, said = await server.ended()
    assert status == 1
    assert sentence in said
    assert "Traceback" not in said
    assert "hush" not in said


async def test_a_port_that_is_taken_is_named(serve: Serve, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as taken:
        port = taken.getsockname()[1]
        server = await serve(tmp_path, port=port)
        status, said = await server.ended()
    assert status == 1
    assert f"Port {port} at 127.0.0.1 is in use" in said


def test_the_supervisor_is_without_grpc() -> None:
    """A process that starts others must not have made gRPC objects, and owning a store needs none."""
    code = "import sys, ludoteca_server.supervisor; print([m for m in sys.modules if 'grpc' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
