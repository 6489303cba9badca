"""Logs of finished tables, made in this process: the same events a service would have stored."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_core import Call, hash_token, table_id

if TYPE_CHECKING:
    from ludoteca_core import Library, Step, Table

START_MS = 1_700_000_000_000
HOUR_MS = 3_600_000


class FinishedTable:
    """A table that random players played to its end; the same game and seed make the same log."""

    def __init__(self, library: Library, game: str, seats: int, seed: int) -> None:
        self._random = Random(f"{game} {seed}")  # noqa: S311, a benchmark that repeats
        self._tokens = [hash_token(self._random.randbytes(32)) for _ in range(seats)]
        self.events: list[bytes] = []
        self.table_id, self._table = self._created(library, game)
        self._seated()
        while not self._table.is_over:
            self._acted()

    def _created(self, library: Library, game: str) -> tuple[str, Table]:
        request_id = self._random.randbytes(16)
        request = wire.CreateTableRequest(game=game, seats=len(self._tokens), request_id=request_id)
        made = table_id(self._tokens[0], request_id)
        step = library.create(
            request.SerializeToString(),
            table_id=made,
            seed=self._random.randbytes(32),
            at_ms=START_MS,
            abandon_after_ms=HOUR_MS,
        )
        return made, self._after(step)

    def _seated(self) -> None:
        for seat, token in enumerate(self._tokens):
            request = wire.JoinTableRequest(
                table_id=self.table_id,
                seat=seat,
                name=f"Seat {seat + 1}",
                request_id=self._random.randbytes(8),
            )
            self._take(Call.join(request.SerializeToString()), None, token)
        start = wire.StartTableRequest(table_id=self.table_id, request_id=self._random.randbytes(8))
        self._take(Call.start(start.SerializeToString()), 0, self._tokens[0])

    def _acted(self) -> None:
        """The first seat that may act does; where none may, all wait for the clock."""
        for seat in range(len(self._tokens)):
            listed = wire.ListActionsResponse.FromString(self._table.actions(seat, False))
            if listed.offers:
                break
        else:
            self._ticked()
            return
        chosen = listed.offers[int(self._random.random() * len(listed.offers))]
        request = wire.ActRequest(
            table_id=self.table_id, action=chosen.action, request_id=self._random.randbytes(8)
        )
        self._take(Call.act(request.SerializeToString()), seat, self._tokens[seat])

    def _ticked(self) -> None:
        due_ms = self._table.due_at_ms
        step = None if due_ms is None else self._table.tick(max(due_ms, self._table.at_ms))
        if step is None:
            raise AssertionError("nobody is to act, not even the clock")
        self._table = self._after(step)

    def _take(self, call: Call, seat: int | None, token: bytes) -> None:
        at_ms = self._table.at_ms + 1
        self._table = self._after(
            self._table.decide(call, seat=seat, token_hash=token, at_ms=at_ms)
        )

    def _after(self, step: Step) -> Table:
        self.events.append(step.event)
        if step.table is None:
            raise AssertionError("only a takeback leaves no table behind")
        return step.table
