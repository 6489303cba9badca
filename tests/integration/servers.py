"""Stores of several servers on loopback: a primary with a replica, a cluster of six."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import signal
import socket
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors
from redis.asyncio import Redis

from ludoteca_server.children import dies_with_parent
from ludoteca_server.valkey import find_binary

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from tests.integration.certificates import StoreTls

SLOTS = 16384
_STARTS_WITHIN_S = 20.0
_PORTS = range(12_000, 32_000)


def redis_server() -> Path | None:
    """Redis itself, where it is on the PATH."""
    found = shutil.which("redis-server")
    return None if found is None else Path(found)


def free_port() -> int:
    """A port of loopback that nobody has just now.

    Below those that systems give to outgoing connections: one of another test could take such a port before the server does.
    """
    while True:
        port = secrets.choice(_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """A Valkey process on a port of its own, to be stalled and killed."""

    def __init__(self, folder: Path, tls: StoreTls | None = None, **options: object) -> None:
        """`options` are settings of the server, with `_` for `-`. `tls`: it speaks nothing else then."""
        folder.mkdir()
        self.folder = folder
        self.port = free_port()
        self._tls = tls
        self._options = {
            "port": self.port,
            "bind": "127.0.0.1",
            "dir": folder,
            "save": "",
            "appendonly": "yes",
            "appendfsync": "everysec",
            "maxmemory-policy": "noeviction",
            "repl-diskless-sync-delay": 0,
        } | {name.replace("_", "-"): value for name, value in options.items()}
        if tls is not None:
            self._options |= {"port": 0, "tls-port": self.port} | tls.options
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        password = self._options.get("requirepass")
        place = f"{f':{password}@' if password else ''}127.0.0.1:{self.port}"
        if self._tls is not None:
            return f"rediss://{place}?{self._tls.query}"
        return f"redis://{place}"

    async def start(self, environment: dict[str, str] | None = None) -> None:
        """Starts it, and waits until it answers."""
        words = [
            word for name, value in self._options.items() for word in (f"--{name}", str(value))
        ]
        with (self.folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                find_binary(redis_server() if self._tls is not None else None),
                *words,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                preexec_fn=dies_with_parent(signal.SIGKILL),
            )
        await self.until("PING", lambda answer: answer == b"PONG" or answer is True)

    async def ask(self, *words: object) -> object:
        """The answer to one command, on a connection of its own."""
        async with Redis.from_url(self.url, socket_timeout=2, retry=None) as raw:
            return await raw.execute_command(*words)  # type: ignore[no-untyped-call]  # redis-py's gap

    async def info(self) -> dict[str, object]:
        """What it says of itself."""
        answer = await self.ask("INFO")
        assert isinstance(answer, dict)
        return answer

    async def until(self, command: str, is_so: Callable[[object], bool]) -> object:
        """The answer to a command as soon as it is as it should be."""
        async with asyncio.timeout(_STARTS_WITHIN_S):
            while True:
                with suppress(redis_errors.RedisError, OSError):
                    answer = await self.ask(*command.split())
                    if is_so(answer):
                        return answer
                await asyncio.sleep(0.02)

    async def follows(self) -> None:
        """Waits until this replica has what its primary has."""
        await self.until("INFO replication", lambda told: _is_linked(told))

    async def leads(self) -> None:
        """Waits until this one is a primary."""
        await self.until("INFO replication", lambda told: _field(told, "role") == "master")

    def signal(self, sent: signal.Signals) -> None:
        """Sends a signal to the process."""
        assert self._process is not None
        self._process.send_signal(sent)

    async def kill(self) -> None:
        """Ends it at once."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def _field(told: object, name: str) -> object:
    return told.get(name) if isinstance(told, dict) else None


def _bytes(told: object) -> bytes:
    return told if isinstance(told, bytes) else b""


def _is_linked(told: object) -> bool:
    return _field(told, "role") == "slave" and _field(told, "master_link_status") == "up"


@asynccontextmanager
async def replicated(
    folder: Path, tls: StoreTls | None = None, **options: object
) -> AsyncIterator[tuple[Server, Server]]:
    """A primary and its replica; not a cluster."""
    primary, replica = (Server(folder / each, tls, **options) for each in ("primary", "replica"))
    try:
        await asyncio.gather(primary.start(), replica.start())
        await replica.ask("REPLICAOF", "127.0.0.1", primary.port)
        await replica.follows()
        yield primary, replica
    finally:
        await primary.kill()
        await replica.kill()


class ClusterServer(Server):
    """One of a cluster."""

    def __init__(
        self, folder: Path, node_timeout_ms: int, tls: StoreTls | None = None, **options: object
    ) -> None:
        self.bus_port = free_port()
        super().__init__(
            folder,
            tls,
            cluster_enabled="yes",
            cluster_port=self.bus_port,
            cluster_node_timeout=node_timeout_ms,
            **options,
        )


class Cluster:
    """Three primaries with a replica each."""

    def __init__(self, servers: Sequence[ClusterServer]) -> None:
        self.servers = servers
        """Number n + 3 is the replica of number n, at first."""

    @property
    def url(self) -> str:
        """The addresses of three of them: the others are found."""
        return ",".join(server.url for server in self.servers[2:5])

    async def is_whole(self) -> None:
        """Waits until every server says that the cluster is well, and every replica follows."""
        for server in self.servers:
            await server.until("CLUSTER INFO", lambda told: b"cluster_state:ok" in _bytes(told))

    async def begin(self) -> None:
        """Makes a cluster of six empty servers."""
        first = self.servers[0]
        for number, server in enumerate(self.servers):
            if number < 3:
                start, end = SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1
                await server.ask("CLUSTER", "ADDSLOTSRANGE", start, end)
            await server.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for server in self.servers[1:]:
            await server.ask("CLUSTER", "MEET", "127.0.0.1", first.port, first.bus_port)
        for number, server in enumerate(self.servers[3:]):
            name = await self.servers[number].ask("CLUSTER", "MYID")
            while True:  # until it has heard of its primary
                with suppress(redis_errors.ResponseError):
                    await server.ask("CLUSTER", "REPLICATE", name)
                    break
                await asyncio.sleep(0.02)
        await self.is_whole()
        for server in self.servers[3:]:
            await server.follows()


@asynccontextmanager
async def cluster(
    folder: Path, *, node_timeout_ms: int = 15_000, tls: StoreTls | None = None, **options: object
) -> AsyncIterator[Cluster]:
    """A cluster of six servers."""
    servers = [
        ClusterServer(folder / f"server-{number}", node_timeout_ms, tls, **options)
        for number in range(6)
    ]
    made = Cluster(servers)
    try:
        await asyncio.gather(*(server.start() for server in servers))
        await made.begin()
        yield made
    finally:
        for server in servers:
            await server.kill()
