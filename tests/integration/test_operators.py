"""What operators set by flags, in a whole server: mTLS, metrics, traces, limits; and that no secret leaves there."""

from __future__ import annotations

import asyncio
import os
import signal
import urllib.request
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

import ludoteca_core
from ludoteca.v1 import catalog_service_pb2, table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_client import BadRequest, Client, Tls
from tests.e2e.api.table import Stubs, bearer, failing, new_game, new_id, worker_pid
from tests.integration.certificates import Certificates
from tests.integration.server_process import ServerProcess

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable
    from pathlib import Path

    from tests.e2e.api.table import Game
    from tests.integration.certificates import Identity

Code = grpc.StatusCode
MOVES = 30
TABLES_A_MINUTE = 40
SERVER = catalog_service_pb2.GetServerRequest()


class Collector:
    """Takes in what a tracing exporter sends: OTLP over gRPC."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self._server = grpc.aio.server()
        export: grpc.RpcMethodHandler[bytes, bytes]
        export = grpc.unary_unary_rpc_method_handler(self._export)
        name = "opentelemetry.proto.collector.trace.v1.TraceService"
        handler = grpc.method_handlers_generic_handler(name, {"Export": export})
        self._server.add_generic_rpc_handlers((handler,))

    async def _export(self, request: bytes, context: object) -> bytes:
        self.heard += request
        return b""

    async def start(self) -> str:
        port = self._server.add_insecure_port("127.0.0.1:0")
        await self._server.start()
        return f"http://127.0.0.1:{port}"

    async def stop(self) -> None:
        await self._server.stop(None)


@asynccontextmanager
async def reached(
    address: str, certificates: Certificates, client: Identity | None, **given: object
) -> AsyncIterator[Stubs]:
    """A caller over TLS, on a connection of its own."""
    port = address.rpartition(":")[2]
    options = (("grpc.use_local_subchannel_pool", 1), ("ludoteca.own", os.urandom(4).hex()))
    credentials = certificates.credentials(client, **given)  # type: ignore[arg-type]  # authority alone
    async with grpc.aio.secure_channel(f"localhost:{port}", credentials, options=options) as on:
        yield Stubs(on)


async def scraped(where: str) -> str:
    """What Prometheus would read once both workers answer: on a busy machine one may take its time."""

    def get() -> str:
        with urllib.request.urlopen(f"http://{where}/metrics", timeout=10) as answer:
            return str(answer.read().decode())

    while True:
        text = await asyncio.to_thread(get)
        if sums(text, "ludoteca_worker_up") == {"w0": 1, "w1": 1}:
            return text


def sums(text: str, name: str, label: str = "worker") -> dict[str, float]:
    """The samples of a name, added up by a label."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name:
                key = sample.labels.get(label, "")
                found[key] = found.get(key, 0) + sample.value
    return found


async def refused_errors(stubs: Stubs, game: Game) -> list[str]:
    """Every text of calls that are refused."""
    acting = wire.ActRequest(table_id=game.table_id, request_id=new_id(), expected_seq=1)
    calls: list[Awaitable[object]] = [
        stubs.tables.Act(acting, metadata=bearer(game.tokens[0])),
        stubs.tables.Act(acting, metadata=bearer(new_id() * 2)),
        stubs.tables.Act(acting, metadata=(("authorization", f"Basic {game.tokens[0].hex()}"),)),
        stubs.tables.GetTable(wire.GetTableRequest(table_id="x" * 26)),
    ]
    return [repr(await failing(call)) for call in calls]


async def make_tables(stubs: Stubs, most: int) -> Code:
    """Makes tables until one is refused; with which code."""
    for _ in range(most):
        request = wire.CreateTableRequest(game="burgenland", seats=2, request_id=new_id())
        try:
            await stubs.tables.CreateTable(request, metadata=bearer(new_id() * 2))
        except grpc.aio.AioRpcError as error:
            return error.code()
    return Code.OK


async def test_r02_flags_of_operators_and_nothing_secret_in_what_leaves(tmp_path: Path) -> None:
    certificates = Certificates(tmp_path)
    collector = Collector()
    server = await ServerProcess(
        tmp_path / "data",
        workers=2,
        tls_cert=certificates.cert,
        tls_key=certificates.key,
        tls_client_ca=certificates.client_ca,
        metrics_port=0,
        trace_endpoint=await collector.start(),
        peer_tables_per_minute=TABLES_A_MINUTE,
        log_level="debug",
        drain_s=2,
    ).start()
    reading = asyncio.create_task(_read_log(server))
    try:
        running = await server.serving()
        while len(server.info().workers) < 2:
            await asyncio.sleep(0.05)
        await _refuses_strangers(running.address, certificates)
        async with reached(running.address, certificates, certificates.client) as stubs:
            game = await new_game(stubs)
            for move in range(MOVES):
                await game.move(stubs, move)
            errors = await refused_errors(stubs, game)
            metrics = await scraped(running.metrics)
            assert sum(sums(metrics, "ludoteca_actions_total").values()) == MOVES + 3
            assert sums(metrics, "ludoteca_append_seconds_count").keys() == {"w0", "w1"}
            assert sums(metrics, "ludoteca_rejections_total", "code")["lost_race"] == 1

            assert await make_tables(stubs, 2 * TABLES_A_MINUTE) is Code.RESOURCE_EXHAUSTED
            seed = await _end(stubs, game)
            metrics += await _after_a_death(server, running.metrics, await worker_pid(stubs))
        server.process.terminate()
        assert await server.process.wait() == 0
        await reading
        log = "".join(server.log)
    finally:
        await server.kill()
        reading.cancel()
        await collector.stop()
    assert b"ludoteca.v1.TableService/Act" in collector.heard
    assert '"event": "request"' in log, "debug logs a line a request"
    assert {line[:1] for line in log.splitlines()} == {"{"}, "strangers write nothing of their own"
    left = {
        "log": log.encode(),
        "metrics": metrics.encode(),
        "traces": bytes(collector.heard),
        "errors": "".join(errors).encode(),
        "info": running.as_json().encode(),
    }
    _has_no_secret(left, [seed, *game.tokens])
    for name in ("metrics", "traces"):
        assert game.table_id.encode() not in left[name], "nor which table it was"
        assert b"127.0.0.1" not in left[name], "nor who called"


async def _read_log(server: ServerProcess) -> None:
    assert server.process.stderr is not None
    async for line in server.process.stderr:
        server.log.append(line.decode())


async def _refuses_strangers(address: str, certificates: Certificates) -> None:
    """mTLS: without a certificate of ours nobody gets an answer, nor does a server that the client does not trust."""
    async with reached(address, certificates, certificates.client) as stubs:
        assert (await stubs.catalog.GetServer(SERVER, timeout=10)).durability == "power"
    ours = Tls(
        ca_file=certificates.ca,
        server_name="localhost",
        cert_file=certificates.client_cert,
        key_file=certificates.client_key,
    )
    async with Client(address, tls=ours) as sdk:
        assert "burgenland" in [game.id for game in await sdk.games()]
    async with grpc.aio.insecure_channel(address) as plain:
        assert await _code(Stubs(plain)) is Code.UNAVAILABLE
    for client in (None, certificates.strangers_client):
        async with reached(address, certificates, client) as stubs:
            assert await _code(stubs) is Code.UNAVAILABLE
    strange = certificates.strangers_authority
    async with reached(address, certificates, certificates.client, authority=strange) as stubs:
        assert await _code(stubs) is Code.UNAVAILABLE


async def test_half_a_certificate_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    certificates = Certificates(tmp_path)
    for half in (
        Tls(cert_file=certificates.client_cert),
        Tls(cert_file=certificates.client_cert, key_file=tmp_path / "none.key"),
    ):
        async with Client("localhost:1", tls=half) as client:
            with pytest.raises(BadRequest, match=r"go together|cannot be read"):
                await client.games()


async def _code(stubs: Stubs) -> Code:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stubs.catalog.GetServer(SERVER, timeout=10)
    return caught.value.code()


async def _end(stubs: Stubs, game: Game) -> bytes:
    """Ends the table; its seed, which everybody may know from now on."""
    request = wire.ResignRequest(table_id=game.table_id, request_id=new_id())
    await stubs.tables.Resign(request, metadata=bearer(game.tokens[0]))
    table = (await stubs.tables.GetTable(wire.GetTableRequest(table_id=game.table_id))).table
    assert table.lifecycle == table_pb2.LIFECYCLE_FINISHED
    assert len(table.seed) == 32
    return table.seed


async def _after_a_death(server: ServerProcess, where: str, spared: int) -> str:
    """Workers that are killed, or told to end as for an upgrade, are counted; those in their places report."""
    [killed] = set(server.info().workers) - {spared}
    for pid, sent in ((killed, signal.SIGKILL), (spared, signal.SIGTERM)):
        os.kill(pid, sent)
        while pid in (now := server.info().workers) or len(now) < 2:
            await asyncio.sleep(0.05)
    text = await scraped(where)
    assert sums(text, "ludoteca_worker_deaths_total") == {"": 2}
    return text


def _has_no_secret(left: dict[str, bytes], secrets: list[bytes]) -> None:
    hashes = [ludoteca_core.hash_token(each) for each in secrets[1:]]
    for where, told in left.items():
        assert len(told) > 100, f"{where}: there is something to search"
        for number, secret in enumerate((*secrets, *hashes)):
            assert secret not in told, (where, number)
            assert secret.hex().encode() not in told.lower(), (where, number)
