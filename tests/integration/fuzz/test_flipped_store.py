"""Bits that flip in a real Valkey, in its append-only file, in the archive: DATA_LOSS that names table and seq.

All other tables play on; `doctor` and `reindex` name the table.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

import ludoteca_core
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import record_service_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.fire_clock import fire_clock
from ludoteca_server.application.repair_lobby import reindex, repair_lobby
from ludoteca_server.application.resign import resign
from ludoteca_server.archive import logfile
from ludoteca_server.bootstrap import build
from ludoteca_server.doctor import examine
from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.routing import open_carrier
from ludoteca_server.model.due import Wake
from ludoteca_server.settings import Settings
from ludoteca_server.valkey import StoreFailed
from tests.e2e.api.table import bearer, dice
from tests.integration.fuzz.inside import PATIENCE_S, RPCS, Inside
from tests.unit.application.house import House, new_id

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator
    from pathlib import Path

    from google.protobuf.message import Message

    from ludoteca_server.application.service import Application
    from ludoteca_server.eventlog.carrier import Carrier
    from ludoteca_server.findings import Finding
    from ludoteca_server.valkey import Valkey
    from tests.integration.conftest import StartStore
    from tests.integration.fuzz.inside import Metadata
    from tests.unit.application.house import Playing

pytestmark = pytest.mark.usefixtures("quiet")

FLIPS = int(os.environ.get("LUDOTECA_STORE_FLIPS", "5"))
"""For each game."""
SEED = 4711
GAMES = ("burgenland", "el_gaucho", "buurn", "el_burro")
BY_NAME = {rpc.name: rpc for rpc in RPCS}
LOSS = "DATA_LOSS corrupt_log"
READING = ("GetTable", "GetView", "Watch", "ExportRecord")


@dataclass
class Site:
    """A store and an archive, and tables on them whose tokens are known."""

    valkey: Valkey
    archive: Path
    raw: Carrier
    tokens: dict[bytes, bytes] = field(default_factory=dict)
    """By their hash."""

    def token(self) -> bytes:
        token = os.urandom(32)
        self.tokens[ludoteca_core.hash_token(token)] = token
        return ludoteca_core.hash_token(token)

    @property
    def settings(self) -> Settings:
        return Settings.model_validate(
            {
                "redis": self.valkey.url,
                "archive": str(self.archive),
                "port": 0,
                "actions_per_second": 0,
            }
        )

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Application]:
        """A worker with an empty memory."""
        async with AsyncExitStack() as stack:
            yield await build(self.settings, "w", stack)

    async def entries(self, table_id: str) -> list[list[bytes]]:
        """A log as the store has it: id, field and event of each entry."""
        told: Any = await self.raw.ask("XRANGE", keys.stream(table_id), "-", "+")
        return [[entry_id, *fields] for entry_id, fields in told]

    async def write(self, table_id: str, entries: list[list[bytes]]) -> None:
        """Puts a log there instead of the one that is."""
        stream = keys.stream(table_id)
        await self.raw.ask("DEL", stream)
        for entry in entries:
            await self.raw.ask("XADD", stream, *entry)

    async def doctor(self) -> dict[str, Finding]:
        found = await examine(self.settings, lambda: 1_800_000_000_000, deep=True)
        return {finding.check: finding for finding in found}


@pytest_asyncio.fixture
async def site(
    start_store: StartStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Site]:
    valkey = await start_store(tmp_path / "store")
    raw = open_carrier(valkey.url, name="test", timeout_s=5.0)
    made = Site(valkey, tmp_path / "archive", raw)
    monkeypatch.setattr("tests.unit.application.house.new_token", made.token)
    yield made
    await raw.close()


async def played(app: Application, game: str) -> Playing:
    """A table of a game with some moves."""
    options = buurn_pb2.Options(tick_ms=0) if game == "buurn" else None
    table = await House().playing(app, 3, game=game, options=options)
    for move in range(6):
        await table.move(app, move)
    return table


def flip(entry: list[bytes], chance: random.Random) -> list[bytes]:
    """The entry with one bit of its id's chain, its field's name or its event turned."""
    part = chance.choices(range(3), (1, 1, 6))[0]
    flipped = [*entry]
    if part == 0:
        seq, _, chain = entry[0].partition(b"-")
        flipped[0] = b"%s-%d" % (seq, int(chain) ^ 1 << chance.randrange(64))
    else:
        data = bytearray(entry[part])
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        flipped[part] = bytes(data)
    return flipped


def questions(table_id: str, acting: wire.ActRequest) -> dict[str, Message]:
    """Every rpc that reads a table's log."""
    given = {"table_id": table_id, "request_id": new_id()}
    opening = wire.PlayOpen(table_id=table_id, from_seq=1)
    return {
        "GetTable": wire.GetTableRequest(table_id=table_id),
        "GetView": wire.GetViewRequest(table_id=table_id, words=True),
        "Watch": wire.WatchRequest(follows=[wire.Follow(table_id=table_id, from_seq=1)]),
        "Play": wire.PlayRequest(open=opening),
        "ExportRecord": record_service_pb2.ExportRecordRequest(table_id=table_id),
        "ListActions": wire.ListActionsRequest(table_id=table_id),
        "CheckAction": wire.CheckActionRequest(table_id=table_id, action=acting.action),
        "Act": wire.ActRequest(action=acting.action, **given),  # type: ignore[arg-type]  # both fit
        "TakeBack": wire.TakeBackRequest(to_seq=1, **given),  # type: ignore[arg-type]
        "JoinTable": wire.JoinTableRequest(seat=0, name="Eve", **given),  # type: ignore[arg-type]
        "StartTable": wire.StartTableRequest(**given),  # type: ignore[arg-type]
        "LeaveTable": wire.LeaveTableRequest(**given),  # type: ignore[arg-type]
        "Resign": wire.ResignRequest(**given),  # type: ignore[arg-type]
    }


async def ask(inside: Inside, name: str, question: Message, metadata: Metadata) -> str:
    """The answer to one call, however busy the machine is."""
    data = question.SerializeToString()
    return await inside.call(BY_NAME[name], data, metadata, quiet_after_s=PATIENCE_S)


@pytest.mark.parametrize("game", GAMES)
async def test_a_bit_that_flips_in_the_store_is_data_loss_for_every_call(
    site: Site, game: str
) -> None:
    chance = dice(SEED)
    answers: Counter[str] = Counter()
    async with site.worker() as app:
        broken, whole = await played(app, game), await played(app, "burgenland")
        acting, token = await broken.request(app)
        row = await app.lobby.rows("", 10)
    good = await site.entries(broken.table_id)
    for _ in range(FLIPS):
        place = chance.randrange(len(good))
        await site.write(
            broken.table_id, [*good[:place], flip(good[place], chance), *good[place + 1 :]]
        )
        async with site.worker() as app:
            inside = Inside(app)
            for name, question in questions(broken.table_id, acting).items():
                metadata = bearer(site.tokens[token])
                told = await ask(inside, name, question, metadata)
                assert told == LOSS, (name, place, told)
                where = dict(inside.info.metadata)
                assert where == {"table": broken.table_id, "seq": str(place + 1)}, name
                answers[name] += 1
            await fire_clock(Wake(broken.table_id, 5), scribe=app.scribe, alarms=app.alarms)
            await app.lobby.mark(broken.table_id)
            await repair_lobby(
                tables=app.tables, scribe=app.scribe, lobby=app.lobby, alarms=app.alarms
            )
            assert await inside.call(BY_NAME["ListTables"], b"", ()) == "OK"
            await whole.move(app)
    await _is_named(site, broken.table_id, place + 1)
    await site.write(broken.table_id, good)
    async with site.worker() as app:
        assert len((await app.lobby.rows("", 10))[0]) == len(row[0])
        await broken.move(app)
    print(f"{game}: {FLIPS} flips in the store, seed {SEED}: {sum(answers.values())} x {LOSS}")


async def _is_named(site: Site, table_id: str, seq: int) -> None:
    """Who looks after the server hears which table it is."""
    found = (await site.doctor())["logs"]
    assert found.level == "fail"
    assert f"1 of 2 logs are damaged: {table_id} at seq {seq}." in found.what
    async with site.worker() as app:
        faults: list[str] = []
        listed = await reindex(
            tables=app.tables,
            scribe=app.scribe,
            lobby=app.lobby,
            alarms=app.alarms,
            log=app.log,
            faults=faults,
        )
    assert len(listed) == 1
    [fault] = faults
    assert table_id in fault


def _damaged(file: bytes, chance: random.Random) -> bytes:
    """The file with a bit flipped that matters: zstd passes over some, and unpacks to the very same bytes."""
    while True:
        bad = bytearray(file)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        try:
            is_the_same = logfile.decompress(bytes(bad)) == logfile.decompress(file)
        except ValueError:
            is_the_same = False
        if not is_the_same:
            return bytes(bad)


async def test_a_bit_that_flips_in_the_archive_is_data_loss_for_its_readers(site: Site) -> None:
    chance = dice(SEED)
    async with site.worker() as app:
        table = await played(app, "el_gaucho")
        acting, token = await table.request(app)
        request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
        for each in table.tokens[1:]:
            await resign(request.SerializeToString(), each, scribe=app.scribe, pace=app.pace)
        assert app.archivist is not None
        moved = await app.archivist.run(0)
        assert moved is not None
        assert moved.tables == 1
        whole = await played(app, "buurn")
    [file] = site.archive.rglob("*.log.zst")
    good = file.read_bytes()
    for _ in range(2 * FLIPS):
        file.write_bytes(_damaged(good, chance))
        async with site.worker() as app:
            inside = Inside(app)
            for name in READING:
                question = questions(table.table_id, acting)[name]
                metadata = bearer(site.tokens[token])
                assert await ask(inside, name, question, metadata) == LOSS, name
                assert inside.info.metadata["table"] == table.table_id
                assert inside.info.metadata["seq"].isdecimal()
            await whole.move(app)
    found = await site.doctor()
    assert found["archive"].level == "fail"
    assert f"1 of 1 archived logs are damaged: {table.table_id} at seq" in found["archive"].what
    assert found["logs"].level == "ok", "the store's own are not touched"
    async with site.worker() as app:
        assert app.archivist is not None
        faults: list[str] = []
        assert await app.archivist.reindex(faults) == set()
        assert table.table_id in faults[0]
    file.write_bytes(good)
    async with site.worker() as app:
        question = questions(table.table_id, acting)["ExportRecord"]
        assert await ask(Inside(app), "ExportRecord", question, ()) == "OK"
    assert (await site.doctor())["archive"].level == "ok"


async def test_a_bit_that_flips_in_the_append_only_file_is_found_after_a_restart(
    site: Site, tmp_path: Path
) -> None:
    async with site.worker() as app:
        broken, whole = await played(app, "el_burro"), await played(app, "burgenland")
    entries = await site.entries(broken.table_id)
    await site.valkey.stop()
    [file] = (tmp_path / "store" / "appendonlydir").glob("*.incr.aof")
    data = bytearray(file.read_bytes())
    at = data.index(entries[6][2]) + 3
    data[at] ^= 0x10
    file.write_bytes(data)
    await site.valkey.start()
    async with site.worker() as app:
        question = wire.GetTableRequest(table_id=broken.table_id).SerializeToString()
        inside = Inside(app)
        assert await inside.call(BY_NAME["GetTable"], question, ()) == LOSS
        assert inside.info.metadata["seq"] == "7"
        await whole.move(app)
    found = (await site.doctor())["logs"]
    assert f"{broken.table_id} at seq 7" in found.what

    await site.valkey.stop()
    last = data.rindex(b"XADD")
    for place in (last, data.rindex(b"$4\r\nXADD")):  # what the store itself has to understand
        bad = bytearray(data)
        bad[place] ^= 1
        file.write_bytes(bad)
        with pytest.raises(StoreFailed, match="Restore appendonlydir/ from a backup") as failed:
            await site.valkey.start()
        assert str(broken.table_id) not in str(failed.value)
        assert "args" not in str(failed.value), "they are an event and its id"
    file.write_bytes(data)
    await site.valkey.start()
