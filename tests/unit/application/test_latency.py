"""A long log costs its table nothing: a submit reads nothing of it."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.take_back import take_back
from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import Entry
from ludoteca_server.model.limits import Limits
from tests.unit.application.house import House, WatchedLog, do, new_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.application.service import Application
    from ludoteca_server.application.tables import Hot
    from ludoteca_server.model.entry import EntryId
    from tests.unit.application.house import Playing

YOUNG, OLD = 20, 2_000
SUBMITS = 200
RATIO_MOST = 1.2


class SteadyLog(WatchedLog):
    """A log whose append takes the same time however long it is, as a stream's does."""

    async def append(self, table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
        ids = chain.links(table_id, head, events)
        log = self.logs.setdefault(table_id, [])
        log += [Entry(each, event) for each, event in zip(ids, events, strict=True)]
        return ids


async def grow(app: Application, table: Playing, upto: int) -> None:
    """Takes the same action back again and again until the log is as long as that."""
    seq = 0
    while seq < upto:
        hot = await app.tables.hot(table.table_id)  # the log in memory is slow to read
        [seat] = [n for n in range(len(table.tokens)) if offers_of(hot, n).offers]
        action = wire.ActRequest(
            table_id=table.table_id,
            action=offers_of(hot, seat).offers[-1].action,
            request_id=new_id(),
        )
        seq = (await do(app, action, table.tokens[seat])).seq
        choices = offers_of(await app.tables.hot(table.table_id), seat).takeback_choices
        if choices:
            back = wire.TakeBackRequest(
                table_id=table.table_id, to_seq=choices[0], request_id=new_id()
            )
            seq = await take_back(
                back.SerializeToString(), table.tokens[seat], scribe=app.scribe, pace=app.pace
            )


def offers_of(hot: Hot, seat: int) -> wire.ListActionsResponse:
    return wire.ListActionsResponse.FromString(hot.table.actions(seat, False))


async def timed(app: Application, table: Playing, move: int) -> float:
    """How long one submit takes, in microseconds."""
    request, token = await table.request(app, move)
    began_ns = time.perf_counter_ns()
    await do(app, request, token)
    return (time.perf_counter_ns() - began_ns) / 1_000


async def test_r27_a_submit_at_event_2000_takes_as_long_as_one_at_event_20() -> None:
    house = House(log=SteadyLog(), limits=Limits(actions_per_second=0))
    app = house.worker()
    young, old = await house.playing(app), await house.playing(app)
    await grow(app, old, OLD)
    await grow(app, young, YOUNG)
    times: dict[str, list[float]] = {young.table_id: [], old.table_id: []}
    for move in range(SUBMITS):
        for table in (young, old):  # in turn, so that both meet the same noise
            times[table.table_id].append(await timed(app, table, move))
    house.log.reads = 0
    request, token = await old.request(app)
    asked = house.log.reads
    await do(app, request, token)
    assert house.log.reads == asked, "nothing was read for the submit"
    early, late = median(times[young.table_id]), median(times[old.table_id])
    print(f"R27: {early:.0f} us at event {YOUNG}, {late:.0f} us at event {OLD}")
    assert late <= early * RATIO_MOST
