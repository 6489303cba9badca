"""R27, counted instead of timed: what a submit reads and folds does not grow with the log behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_server.model.limits import Limits
from ludoteca_server.model.stream import Accepted, Echoed
from tests.unit.application.house import WatchedLog, do, every_game
from tests.unit.application.test_play import Player

if TYPE_CHECKING:
    from ludoteca.v1 import table_service_pb2 as wire
    from ludoteca_server.application.service import Application
    from ludoteca_server.model.entry import Entry
    from tests.unit.application.house import House, Playing

EARLY = 20
LATE = 150


class CountedLog(WatchedLog):
    """A log that counts the entries it gave out: nothing can be folded that was not read here."""

    def __init__(self) -> None:
        super().__init__()
        self.entries_read = 0

    async def read(
        self, table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        found = await super().read(table_id, from_seq, to_seq)
        self.entries_read += len(found)
        return found


class Submitter:
    """Submits to one worker by calls or by streams of its own, and counts what that takes."""

    def __init__(self, app: Application, log: CountedLog, table: Playing) -> None:
        self._app = app
        self._log = log
        self._table = table
        self._players = {token: Player(app, token) for token in table.tokens}

    async def come(self) -> None:
        """Opens the streams, which reads the log, and sees that they are open."""
        for player in self._players.values():
            player.open(self._table.table_id)
            player.send(Echoed(b"there"))
            assert await anext(player.items) == Echoed(b"there")

    async def act(self, request: wire.ActRequest, token: bytes) -> tuple[int, int]:
        """By a call; the seq, and how many entries were read for it."""
        before = self._log.entries_read
        acted = await do(self._app, request, token)
        return acted.seq, self._log.entries_read - before

    async def play(self, request: wire.ActRequest, token: bytes) -> tuple[int, int]:
        """By a stream."""
        before = self._log.entries_read
        player = self._players[token]
        player.act([request.action])
        [accepted] = await player.answers(1)
        assert isinstance(accepted, Accepted)
        return accepted.seq, self._log.entries_read - before

    async def leave(self) -> None:
        for player in self._players.values():
            await player.items.aclose()


@every_game
async def test_r27_a_late_submit_reads_no_more_than_an_early_one(house: House) -> None:
    """Through a whole game: a worker that knows the table reads nothing, one that is behind reads what it missed."""
    log = house.log = CountedLog()
    house.limits = Limits(actions_per_second=0)
    app, other, judge = house.worker(), house.worker(), house.worker()
    table = await house.playing(app)
    at_home = Submitter(app, log, table)
    await at_home.come()
    known = behind = worst_early = worst_late = 0
    elsewhere_seq = (await other.tables.fresh(table.table_id)).head.seq
    seq = move = 0
    while not (await judge.tables.fresh(table.table_id)).table.is_over:
        request, token = await table.request(judge, move * 7)
        move += 1
        if move % 10 == 0:
            began = log.entries_read
            missed = seq - elsewhere_seq
            seq = elsewhere_seq = (await do(other, request, token)).seq
            cost = log.entries_read - began
            assert cost <= 2 * (missed + 1), f"{missed} missed, {cost} read at {seq}"
            behind += 1
            await app.tables.fresh(table.table_id)
            continue
        submit = at_home.act if move % 2 else at_home.play
        seq, cost = await submit(request, token)
        known += 1
        if seq <= EARLY:
            worst_early = max(worst_early, cost)
        worst_late = max(worst_late, cost)
    await at_home.leave()
    print(
        f"R27 {house.game}: {known} submits where the table is known read at most {worst_late} entries, "
        f"{behind} elsewhere read what they missed, log of {seq}"
    )
    assert seq > LATE
    assert worst_late == worst_early == 0
