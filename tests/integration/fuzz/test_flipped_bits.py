"""Logs with flipped bits: their tables are DATA_LOSS, and all others go on."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import record_service_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import EMPTY, Entry
from tests.e2e.api.table import dice
from tests.integration.fuzz.inside import PATIENCE_S, RPCS, Inside
from tests.unit.application.house import House

if TYPE_CHECKING:
    import random

    from google.protobuf.message import Message

pytestmark = pytest.mark.usefixtures("quiet")

FLIPS = int(os.environ.get("LUDOTECA_FLIPS", "150"))
SEED = 91
BY_NAME = {rpc.name: rpc for rpc in RPCS}


def flipped(event: bytes, chance: random.Random) -> bytes:
    """The event with one bit turned."""
    data = bytearray(event)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def chained(table_id: str, events: list[bytes]) -> list[Entry]:
    """A log as somebody would write it who can make good ids."""
    ids = chain.links(table_id, EMPTY, events)
    return [Entry(each, event) for each, event in zip(ids, events, strict=True)]


def questions(table_id: str) -> dict[str, Message]:
    return {
        "GetTable": wire.GetTableRequest(table_id=table_id),
        "GetView": wire.GetViewRequest(table_id=table_id, seq=3, words=True),
        "Watch": wire.WatchRequest(follows=[wire.Follow(table_id=table_id, from_seq=1)]),
        "ExportRecord": record_service_pb2.ExportRecordRequest(table_id=table_id),
    }


@pytest.mark.parametrize("has_good_ids", [False, True], ids=["disk", "forger"])
@pytest.mark.parametrize("game", ["burgenland", "el_gaucho", "buurn", "el_burro"])
async def test_a_log_with_a_flipped_bit_is_data_loss(game: str, has_good_ids: bool) -> None:
    house, chance = House(), dice(SEED)
    app = house.worker()
    options = buurn_pb2.Options(tick_ms=0) if game == "buurn" else None
    broken = await house.playing(app, 3, game=game, options=options)
    whole = await house.playing(app, 2)
    for move in range(12):
        await broken.move(app, move)
    good = house.log.logs[broken.table_id]
    answers: Counter[str] = Counter()
    for _ in range(FLIPS):
        place = chance.randrange(len(good))
        bad = [*good]
        bad[place] = good[place]._replace(event=flipped(good[place].event, chance))
        if has_good_ids:
            bad = chained(broken.table_id, [entry.event for entry in bad])
        house.log.logs[broken.table_id] = bad
        worker = house.worker()
        inside = Inside(worker)
        name, question = chance.choice(list(questions(broken.table_id).items()))
        answer = await inside.call(
            BY_NAME[name], question.SerializeToString(), (), quiet_after_s=PATIENCE_S
        )
        answers[answer] += 1
        await whole.move(worker)
    house.log.logs[broken.table_id] = good
    info = wire.GetTableRequest(table_id=broken.table_id).SerializeToString()
    assert await Inside(house.worker()).call(BY_NAME["GetTable"], info, ()) == "OK"
    print(f"{game}: {FLIPS} flips, seed {SEED}: {dict(answers)}")
    allowed = {"DATA_LOSS corrupt_log"}
    if has_good_ids:
        # A first event of another id is a record that was never wholly imported: there is no such table yet.
        allowed |= {"OK", "NOT_FOUND no_such_table"}
    assert set(answers) <= allowed
    assert answers["DATA_LOSS corrupt_log"] > FLIPS // 4
