"""From a call to a settled event: decide, append, then tell. Act, Play, the clock and the rest go through here."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import structlog

from ludoteca_core import BadRequest, CoreError, Rejected
from ludoteca_server.application.admission import seat_of
from ludoteca_server.model.errors import LostRace, LudotecaError, WrongToken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_core import Call, Step, Table
    from ludoteca_server.application.alarms import Alarms
    from ludoteca_server.application.hub import Hub
    from ludoteca_server.application.ports import Clock, Lobby, ReadRow
    from ludoteca_server.application.presence import Attendance
    from ludoteca_server.application.tables import Hot, Tables
    from ludoteca_server.tally import Tally

RACES_MOST = 8
"""How often a call is decided again after other workers' appends came first."""
LATE_MS = 1_000
"""When the clock is later than this, no worker was there to drive it: the service was away, and seats perhaps cut off."""

_log = structlog.get_logger(__name__)


class Done(NamedTuple):
    """A call that made its event, now or when it was sent before."""

    seq: int
    step: Step | None
    """None if the event was made before: the log knows it."""
    hot: Hot
    """The table with the event, and perhaps more."""


Outcome = Done | LudotecaError | CoreError


class Ready(NamedTuple):
    """A call that was decided but not appended, or that was found in the log."""

    call: Call
    step: Step | None
    seq: int


class Scribe:
    """Writes events: the only one in a worker that appends to logs of tables that are there."""

    def __init__(
        self,
        *,
        tables: Tables,
        lobby: Lobby,
        clock: Clock,
        hub: Hub,
        read_row: ReadRow,
        alarms: Alarms,
        attendance: Attendance,
        tally: Tally,
    ) -> None:
        self._tables = tables
        self._lobby = lobby
        self._clock = clock
        self._hub = hub
        self._read_row = read_row
        self._alarms = alarms
        self._attendance = attendance
        self._tally = tally

    async def carry_out(self, call: Call, caller: bytes, *, joins: bool = False) -> Done:
        """Carries out one call; its event is settled when this returns.

        Raises:
            Rejected, BadRequest, WrongToken, NoSuchTable, StoreFull, TooMuch: nothing was stored.
            LostRace: other appends came first, or `expected_seq` is not the last seq.
            StoreAway: it may have been stored; the same call finds out.
            CorruptLog: the table's log does not replay.
        """
        [outcome] = await self.carry_out_all(call.table_id, [call], caller, joins=joins)
        if isinstance(outcome, Done):
            return outcome
        raise outcome

    async def carry_out_all(
        self, table_id: str, calls: Sequence[Call], caller: bytes, *, joins: bool = False
    ) -> list[Outcome]:
        """Carries out calls of one seat, each decided upon the one before it and appended with it.

        One outcome a call, in order. After a refusal the rest is refused with LostRace: they were
        meant to come after something that did not happen.
        """
        async with self._tables.turn(table_id):
            todo = deque(calls)
            outcomes: list[Outcome] = []
            try:
                await self._work_off(table_id, todo, outcomes, caller, joins)
            except (LudotecaError, CoreError) as error:
                if not outcomes:
                    raise
                outcomes.extend(error for _ in todo)
            return outcomes

    async def look(self, table_id: str, set_to_ms: int) -> tuple[int, int | None]:
        """Waits until `set_to_ms`, then makes the events that the clock owes the table.

        It queues for the table's turn like any call and so overtakes none that came before it. What becomes due only
        during its turn is left to the next look, since a call may be waiting by then.

        Returns the last seq, and when the table has to be looked at next in ms since 1970 (None: never again).

        Raises:
            NoSuchTable, CorruptLog, CoreError, StoreAway, StoreFull, TooMuch.
        """
        early = await self._tables.hot(table_id)
        there = await self._attendance.there(table_id, early.table)
        await self._alarms.until(set_to_ms)
        async with self._tables.turn(table_id):
            turn_ms = self._clock.now_ms()
            hot = await self._tables.hot(table_id)
            if not _is_due(hot.table.due_at_ms, turn_ms):
                hot = await self._tables.fresh(table_id)
            if there is None:  # it has started since
                there = await self._attendance.there(table_id, hot.table)
            if there is not None:
                hot = await self._tell_presence(table_id, hot, there)
                if not (any(there) or self._attendance.is_reliable):
                    return hot.head.seq, self._clock.now_ms() + self._attendance.check_ms
            once_more_ms = _once_more(hot.table, set_to_ms, turn_ms)
            if once_more_ms is not None:
                return hot.head.seq, turn_ms + once_more_ms
            hot = await self._play_the_clock(table_id, hot, turn_ms, claimed=True)
            next_at_ms = hot.table.due_at_ms
            if hot.table.asks_presence:
                check_at_ms = turn_ms + self._attendance.next_check_ms(any(there or ()))
                next_at_ms = min(next_at_ms or check_at_ms, check_at_ms)
            return hot.head.seq, next_at_ms

    async def list_in_lobby(
        self, table_id: str, hot: Hot, *, ended_at_ms: int | None = None
    ) -> None:
        """Puts the table's row as of `hot` into the lobby; one that is over ended at its last event, or as told."""
        bytes_of_row = hot.table.info(archived=hot.archived, table_id=table_id, sealed=True)
        row = self._read_row(bytes_of_row)
        if row.is_over and ended_at_ms is None:
            ended_at_ms = row.at_ms
        await self._lobby.put(table_id, bytes_of_row, hot.head.seq, row.created_at_ms, ended_at_ms)

    async def _refresh(self, table_id: str) -> Hot:
        return await self._play_the_clock(table_id, await self._tables.fresh(table_id), 0)

    async def _work_off(
        self,
        table_id: str,
        todo: deque[Call],
        outcomes: list[Outcome],
        caller: bytes,
        joins: bool,
    ) -> None:
        hot = await self._tables.hot(table_id)
        if hot.table.due_at_ms == 0:
            hot = await self._play_the_clock(table_id, hot, 0)
        is_fresh = False
        races = 0
        while todo:
            ready, refusal = self._decide(hot, todo, caller, joins)
            steps = [each.step for each in ready if each.step is not None]
            try:
                if steps:
                    hot = await self._write(table_id, hot, steps)
                    self._tally.actions[hot.table.game] += len(steps)
                    is_fresh, races = True, 0
            except LostRace as lost:
                races += 1
                if races > RACES_MOST:
                    outcomes.extend(lost for _ in todo)
                    return
                hot, is_fresh = await self._refresh(table_id), True
                continue  # what was stored all the same is found among the requests now
            for each in ready:
                outcomes.append(Done(each.seq, each.step, hot))
                todo.popleft()
            if steps:
                if hot.table.due_at_ms == 0:
                    hot = await self._play_the_clock(table_id, hot, 0)
            elif refusal is not None and not is_fresh:
                hot, is_fresh = await self._refresh(table_id), True
            elif refusal is not None:
                outcomes.append(refusal)
                todo.popleft()
                # A caller without a seat does not learn how far the table is: spectators may see it late.
                is_no_seat = isinstance(refusal, WrongToken)
                outcomes.extend(refusal if is_no_seat else _after_a_refusal(hot) for _ in todo)
                return

    def _decide(
        self, hot: Hot, todo: deque[Call], caller: bytes, joins: bool
    ) -> tuple[list[Ready], Outcome | None]:
        """Decides as many calls as can go into one append, and why the next one is refused, if it is."""
        now_ms = self._clock.now_ms()
        table = hot.table
        ready: list[Ready] = []
        ids: set[bytes] = set()
        try:
            for call in todo:
                if call.request_id in ids:
                    break  # sent twice in one message: the log will know it
                seq = hot.requests.find(caller, call)
                if seq is not None:
                    ready.append(Ready(call, None, seq))
                    continue
                seat = None if joins else seat_of(table, caller)
                expected_seq = call.expected_seq
                if expected_seq is not None and expected_seq != table.seq:
                    raise _not_expected(expected_seq, table.seq)
                step = table.decide(call, seat=seat, token_hash=caller, at_ms=now_ms)
                ready.append(Ready(call, step, step.seq))
                ids.add(call.request_id)
                after = step.table
                if after is None or after.due_at_ms == 0:
                    break
                table = after
        except (Rejected, BadRequest, WrongToken, LostRace) as refusal:
            return ready, refusal
        return ready, None

    async def _write(
        self, table_id: str, hot: Hot, steps: Sequence[Step], *, claimed: bool = False
    ) -> Hot:
        await self._alarms.announce(table_id, hot.table, steps, claimed=claimed)
        changes_lobby = any(step.starts_or_ends for step in steps)
        if changes_lobby:
            await self._lobby.mark(table_id, steps[-1].seq)
        with self._hub.writing(table_id) as settled:
            after, entries = await self._tables.append(table_id, hot, steps)
            settled.extend(zip(entries, steps, strict=True))
        if changes_lobby:
            await self.list_in_lobby(table_id, after)
            if not hot.table.asks_presence:
                await self._attendance.begin(table_id, after.table)
        return after

    async def _tell_presence(self, table_id: str, hot: Hot, there: Sequence[bool]) -> Hot:
        """Makes the events that say which seats came and went; the last table."""
        for seat, is_there in enumerate(there):
            if not is_there and not self._attendance.is_reliable:
                continue
            step = hot.table.presence(seat, is_there, self._clock.now_ms())
            if step is None:
                continue
            try:
                hot = await self._write(table_id, hot, [step], claimed=True)
            except LostRace:
                hot = await self._tables.fresh(table_id)  # the next look tells the rest
        return hot

    async def _play_the_clock(
        self, table_id: str, hot: Hot, upto_ms: int, *, claimed: bool = False
    ) -> Hot:
        """Makes every event of the clock that is due by `upto_ms`, one by one; returns the table after the last.

        Calls pass 0, which is the due time of what the event before demands at once; everything with a time of its own
        is left to `look`. A failure here does not fail the call, whose own event is settled: the due sets bring the
        table up again. `claimed`: this is `look`, which has to hear of the failure.
        """
        while _is_due(hot.table.due_at_ms, upto_ms):
            now_ms = self._clock.now_ms()
            due_at_ms = hot.table.due_at_ms
            step = hot.table.tick(now_ms)
            if step is None:
                break
            try:
                hot = await self._write(table_id, hot, [step], claimed=claimed)
                self._tally.clock_events[hot.table.game] += 1
                if due_at_ms:  # 0: at once, no time of its own
                    self._tally.clock_late_seconds.observe((now_ms - due_at_ms) / 1000)
            except LostRace:
                hot = await self._tables.fresh(table_id)
            except LudotecaError as error:
                if claimed:
                    raise
                _log.warning("clock_put_off", table_id=table_id, reason=error.reason)
                break
        return hot


def _is_due(due_at_ms: int | None, now_ms: int) -> bool:
    return due_at_ms is not None and due_at_ms <= now_ms


def _once_more(table: Table, set_to_ms: int, now_ms: int) -> int | None:
    """How many ms what is due is put off, since no worker drove the clock in time; None where it is not put off."""
    due_at_ms = table.due_at_ms
    if due_at_ms is None or now_ms - max(due_at_ms, set_to_ms) <= LATE_MS:
        return None
    return table.due_after_ms


def _not_expected(expected_seq: int, seq: int) -> LostRace:
    return LostRace(
        f"The table is at seq {seq}, not {expected_seq}: look at what happened, then decide again.",
        seq,
    )


def _after_a_refusal(hot: Hot) -> LostRace:
    return LostRace(
        "The action before it in the message was refused, so this one was not decided: send it again.",
        hot.head.seq,
    )
