"""A whole server with all that an operator may switch on, at tables of all games and in failures: no secret leaves it.

Searched are the logs of supervisor, workers and store, metrics, traces, refusals and what the command prints.
"""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from google.protobuf.any_pb2 import Any

import ludoteca_core
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import record_service_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.datadir import Running
from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.eventlog.routing import open_carrier
from tests.e2e.api.table import Stubs, bearer, hear, new_game, view_at
from tests.e2e.cli.conftest import Cli
from tests.integration.certificates import Certificates, StoreTls
from tests.integration.secrecy.callers import TABLES, Caller, refused
from tests.integration.secrecy.canaries import GAMES, found, planted
from tests.integration.secrecy.search import leaks, lines_of_keys
from tests.integration.server_process import ServerProcess
from tests.integration.servers import Server, redis_server
from tests.integration.test_operators import Collector, reached, scraped

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from ludoteca_server.eventlog.carrier import Carrier
    from tests.e2e.api.table import Game

PASSWORD = "hush-8Qz4tWvK1x"  # noqa: S105  # of a store that lives as long as the test
MOVES = 10
TABLES_A_MINUTE = 20
CODES = {
    "ABORTED",
    "DATA_LOSS",
    "FAILED_PRECONDITION",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "OUT_OF_RANGE",
    "RESOURCE_EXHAUSTED",
    "UNAVAILABLE",
}


@dataclass
class Site:
    """A server on a store that asks for a password (and, where Redis is at hand, for a certificate); all that was heard of it."""

    folder: Path
    stack: AsyncExitStack
    places: dict[str, bytes] = field(default_factory=dict)
    """What left, by where."""
    games: dict[str, Game] = field(default_factory=dict)
    callers: list[Caller] = field(default_factory=list)
    said: list[bytes] = field(default_factory=list)
    """Lines of supervisor and workers."""

    async def start(self) -> Self:
        folder = self.folder
        self.certificates = Certificates(folder)
        self.collector = Collector()
        self.store_tls = None if redis_server() is None else StoreTls(folder)
        self.store = Server(
            folder / "store",
            self.store_tls,
            requirepass=PASSWORD,
            appendfsync="always",
            loglevel="debug",
        )
        self.stack.push_async_callback(self.store.kill)
        await self.store.start()
        for game in GAMES:
            (folder / f"{game}.toml").write_text(planted(game)[0])
        self.settings = {
            "redis": self.store.url,
            "archive": folder / "archive",
            "content": ",".join(f"{game}={folder / game}.toml" for game in GAMES),
            "tls_cert": self.certificates.cert,
            "tls_key": self.certificates.key,
            "trace_endpoint": await self.collector.start(),
            "peer_tables_per_minute": TABLES_A_MINUTE,
            "log_level": "debug",
            "drain_s": 1,
        }
        self.stack.push_async_callback(self.collector.stop)
        ready = folder / "ready.json"
        self.server = ServerProcess(
            folder / "data",
            ready_file=ready,
            workers=2,
            metrics_port=0,
            log_format="text",
            **self.settings,
        )
        await self.server.start()
        self.stack.push_async_callback(self._gone)
        assert self.server.process.stdout is not None
        self.listening = asyncio.create_task(self._listen())
        self.stack.callback(self.listening.cancel)
        self.places["standard output"] = await self.server.process.stdout.readline()
        self.running = Running(**json.loads(ready.read_text()))
        self.places["the ready file"] = ready.read_bytes()
        return self

    async def _gone(self) -> None:
        await asyncio.wait([self.listening])
        await self.server.kill()

    async def _listen(self) -> None:
        assert self.server.process.stderr is not None
        async for line in self.server.process.stderr:
            self.said.append(line)

    async def caller(self, name: str, token: bytes | None) -> Caller:
        """Somebody on a line of their own; the next one is `stubs`."""
        stubs = await self.line()
        self.callers.append(Caller(name, token, stubs.channel))
        return self.callers[-1]

    async def line(self) -> Stubs:
        address = self.running.address
        return await self.stack.enter_async_context(reached(address, self.certificates, None))

    async def command(self, *words: str, **settings: object) -> bytes:
        """What a command prints."""
        given = self.settings | {"port": 0} | settings
        env = {f"LUDOTECA_{name.upper()}": str(value) for name, value in given.items()}
        env |= {"LUDOTECA_CA_FILE": str(self.certificates.ca)}
        port = self.running.address.rpartition(":")[2]
        cli = Cli(self.folder, env | {"LUDOTECA_SERVER": f"localhost:{port}"})
        done = await asyncio.to_thread(cli, *words)
        told = f"{done.out}\n{done.err}".encode()
        assert b"Traceback" not in told, told.decode()
        self.places[f"ludoteca {' '.join(words)} {len(self.places)}"] = told
        return told

    async def metrics(self) -> None:
        self.places[f"metrics {len(self.places)}"] = (await scraped(self.running.metrics)).encode()

    async def end(self) -> None:
        """Ends the server, and takes its last words."""
        self.server.process.terminate()
        await self.server.process.wait()
        await self.listening
        self.places["the log"] = b"".join(self.said)
        self.places["traces"] = bytes(self.collector.heard)
        self.places["the store's log"] = (self.store.folder / "log").read_bytes()
        self.places |= {f"refusals of {each.name}": bytes(each.told) for each in self.callers}


async def play(site: Site, stubs: Stubs) -> None:
    """Tables of every game, at which everybody is refused in every way."""
    for game in GAMES:
        terms: dict[str, Any] = {}
        if game == "buurn":
            terms["options"] = Any()
            terms["options"].Pack(buurn_pb2.Options(tick_ms=0))
        table = await new_game(stubs, 3, start=True, game=game, **terms)
        site.games[game] = table
        for move in range(MOVES):
            await table.move(stubs, move)
        acting, _ = await table.request(stubs)
        people = {f"seat {n} of {game}": token for n, token in enumerate(table.tokens[:2])}
        for name, token in (people | {f"nobody at {game}": None}).items():
            await refused(await site.caller(name, token), table, acting.action)


async def look(site: Site, stubs: Stubs) -> None:
    """What operators and spectators are shown of tables in play."""
    told = await asyncio.gather(
        site.command("doctor", "--deep", "--json"),
        site.command("doctor", redis=site.store.url.replace("@", "/@")),
        site.command("tables", "--json"),
        site.command("reindex"),
    )
    assert b"every chain whole" in told[0]
    assert b"in a password / is written %2F" in told[1]
    assert all(table.table_id.encode() in told[2] for table in site.games.values())
    for place, text in site.places.items():
        assert not found(text), f"{place} names cards"
    await asyncio.gather(*(_records(site, stubs, game) for game in GAMES))


async def _records(site: Site, stubs: Stubs, game: str) -> None:
    table_id = site.games[game].table_id
    request = record_service_pb2.ExportRecordRequest(table_id=table_id)
    record = b"".join([part.data async for part in stubs.records.ExportRecord(request)])
    if game == "el_burro":  # the commands are the same for all
        await site.command("record", "export", table_id, "-o", "kept.jsonl")
        assert (site.folder / "kept.jsonl").read_bytes() == record
        assert b"ludoteca: " in await site.command("record", "verify", "kept.jsonl")
    view = await view_at(stubs, table_id, None)
    public = await hear(stubs, table_id, 1, view.table.seq)
    seen = found(b"\n".join([*public, view.SerializeToString()]))
    shown = ludoteca_core.Library().show_record(record, None, "public").encode()
    assert found(record + b"\n" + shown) <= seen, f"the record of {game} shows more than was shown"
    site.places[f"the record of {game}"] = record


async def fail(site: Site, stubs: Stubs, raw: Carrier) -> dict[str, bytes]:
    """Limits, a corrupt log, an archive that is away or damaged, a full store and a dead one; the tables' seeds."""
    caller = site.callers[0]
    seeds = {}
    acting, token = await site.games["buurn"].request(stubs)
    caller.token = token
    await raw.ask("CONFIG", "SET", "maxmemory", "1mb")
    acting.request_id = caller.new_id()
    assert await caller.ask(f"{TABLES}/Act", acting) is None
    assert b"store_full" in caller.told
    await raw.ask("CONFIG", "SET", "maxmemory", "0")
    for game, table in site.games.items():
        for token in table.tokens[1:]:
            resigning = wire.ResignRequest(table_id=table.table_id, request_id=os.urandom(16))
            await stubs.tables.Resign(resigning, metadata=bearer(token))
        told = await stubs.tables.GetTable(wire.GetTableRequest(table_id=table.table_id))
        seeds[f"seed of {game}"] = told.table.seed
    await _break(site, caller, raw)
    while "RESOURCE_EXHAUSTED" not in caller.codes:
        creating = wire.CreateTableRequest(game="buurn", seats=3, request_id=caller.new_id())
        await caller.ask(f"{TABLES}/CreateTable", creating)
    return seeds


async def _break(site: Site, caller: Caller, raw: Carrier) -> None:
    corrupt, away = site.games["el_gaucho"].table_id, site.games["burgenland"].table_id
    length = await raw.ask("XLEN", keys.stream(corrupt))
    assert isinstance(length, int)
    await raw.ask("XADD", keys.stream(corrupt), f"{length + 1}-5", "e", "?")
    await _watch(caller, corrupt)
    await site.command("archive", "run", archive_after_s=0)
    archive = site.folder / "archive"
    archive.rename(site.folder / "elsewhere")
    await _watch(caller, away)
    (site.folder / "elsewhere").rename(archive)
    assert b"archive_away" in caller.told
    [file] = archive.rglob(f"{away}*")
    file.write_bytes(file.read_bytes()[:-9])
    await _watch(caller, away)
    assert bytes(caller.told).count(b"corrupt_log") >= 2
    await site.command("doctor", "--deep")


async def _watch(caller: Caller, table_id: str) -> None:
    follow = wire.Follow(table_id=table_id, from_seq=1)
    async with asyncio.timeout(20):
        await caller.ask(f"{TABLES}/Watch", wire.WatchRequest(follows=[follow]))


async def secrets_of(site: Site) -> dict[str, bytes]:
    """What nobody may read anywhere."""
    secrets = {"the store's password": PASSWORD.encode()}
    keys_of_store = site.store_tls.keys if site.store_tls else []
    pems = [file.read_bytes() for file in (site.certificates.key, *keys_of_store)]
    secrets |= lines_of_keys(*pems)
    log = RedisStreams(site.store.url)
    for game, table in site.games.items():
        for seat, token in enumerate(table.tokens):
            secrets[f"token {seat} of {game}"] = token
            secrets[f"hash {seat} of {game}"] = ludoteca_core.hash_token(token)
        for entry in await log.read(table.table_id):
            place = f"{entry.id.seq} of {game}"
            secrets[f"chain {place}"] = entry.id.chain.to_bytes(8, "big")
            secrets[f"event {place}"] = entry.event
    await log.close()
    return secrets


async def test_r02_no_secret_leaves_a_server_by_any_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request_ids: list[bytes] = []

    def new_id() -> bytes:
        request_ids.append(os.urandom(16))
        return request_ids[-1]

    monkeypatch.setattr("tests.e2e.api.table.new_id", new_id)
    async with AsyncExitStack() as stack:
        site = await Site(tmp_path, stack).start()
        raw = open_carrier(site.store.url, name="test", timeout_s=5.0)
        stack.push_async_callback(raw.close)
        stubs = await site.line()
        await play(site, stubs)
        await site.metrics()
        secrets = await secrets_of(site)
        await look(site, stubs)
        secrets |= await fail(site, stubs, raw)
        await site.store.kill()
        caller = site.callers[0]
        await asyncio.gather(
            _watch(caller, site.games["el_burro"].table_id), site.command("doctor")
        )
        assert b"store_away" in caller.told
        await site.metrics()
        await site.end()
    for other in site.callers:
        request_ids += other.request_ids
    ids = {f"request id {number}": each for number, each in enumerate(request_ids)}
    open_doors = {name: told for name, told in site.places.items() if "refusals" not in name}
    assert leaks(site.places, secrets) == []
    assert leaks(open_doors, ids) == []
    assert set().union(*(caller.codes for caller in site.callers)) >= CODES
    for name, told in site.places.items():
        assert len(told) > 20, f"{name}: there is something to search"
    for name in ("the log", "traces", "the store's log"):
        assert not found(site.places[name]), f"{name} names cards"
    size = sum(map(len, site.places.values()))
    print(f"{len(secrets) + len(ids)} secrets, {len(site.places)} places, {size} bytes")
