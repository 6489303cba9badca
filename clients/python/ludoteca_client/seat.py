"""A seat that somebody holds, and everything they may do with it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.v1 import table_pb2, table_service_pb2
from ludoteca_client.errors import Refused
from ludoteca_client.payload import Playable, pack
from ludoteca_client.play import REQUEST_ID_BYTES, Play
from ludoteca_client.records import Records
from ludoteca_client.watch import Watch

if TYPE_CHECKING:
    from ludoteca_client.feed import OnLine
    from ludoteca_client.line import Line
    from ludoteca_client.tokens import Token


@dataclass(frozen=True)
class SeatHandle:
    """One seat of one table and the token that holds it. Made by `Client.join` and `Client.seat`.

    Every call raises `LudotecaError`s: `Refused` where the rules refuse, `WrongToken` if the token
    does not hold the seat, `ServerAway` after the client's patience.
    """

    line: Line
    table_id: str
    seat: int
    token: Token

    async def view(self, seq: int | None = None, *, words: bool = True) -> table_pb2.View:
        """The table as the seat may see it: now, or after any event."""
        request = table_service_pb2.GetViewRequest(table_id=self.table_id, seq=seq, words=words)
        return (await self.line.call(self.line.tables.GetView, request, self.token)).view

    async def offers(self, *, words: bool = True) -> table_service_pb2.ListActionsResponse:
        """The seat's legal actions, and how far it may take back."""
        request = table_service_pb2.ListActionsRequest(table_id=self.table_id, words=words)
        return await self.line.call(self.line.tables.ListActions, request, self.token)

    async def act(
        self, playable: Playable, *, expected_seq: int | None = None, words: bool = True
    ) -> table_pb2.Notice:
        """Plays one action; returns its event as the seat sees it, once it is durable.

        Raises:
            Refused: the rules refuse it; nothing has happened.
            Overtaken: the table's last event is no longer `expected_seq`.
        """
        request = table_service_pb2.ActRequest(
            table_id=self.table_id,
            action=pack(playable),
            request_id=_request_id(),
            expected_seq=expected_seq,
            words=words,
        )
        return (await self.line.call(self.line.tables.Act, request, self.token)).notice

    async def check(
        self, playable: Playable, *, words: bool = True
    ) -> table_service_pb2.CheckActionResponse:
        """What `act` would answer. Nothing happens."""
        request = table_service_pb2.CheckActionRequest(
            table_id=self.table_id, action=pack(playable), words=words
        )
        return await self.line.call(self.line.tables.CheckAction, request, self.token)

    async def take_back(self, to_seq: int | None = None) -> int:
        """Takes own actions back until `to_seq` is the last event that stays; None = one step.

        Returns the seq of the takeback.

        Raises:
            Refused: something was drawn or shown since, or another seat has acted.
        """
        if to_seq is None:
            choices = (await self.offers()).takeback_choices
            if not choices:
                raise Refused(
                    "You have nothing to take back: something was drawn or shown since, or another "
                    "seat has acted.",
                    "nothing_to_take_back",
                    "table",
                )
            to_seq = choices[-1]
        request = table_service_pb2.TakeBackRequest(
            table_id=self.table_id, to_seq=to_seq, request_id=_request_id()
        )
        return (await self.line.call(self.line.tables.TakeBack, request, self.token)).seq

    async def start(self) -> int:
        """Starts the table, whose seats are all held; returns the event's seq."""
        request = table_service_pb2.StartTableRequest(
            table_id=self.table_id, request_id=_request_id()
        )
        return (await self.line.call(self.line.tables.StartTable, request, self.token)).seq

    async def leave(self) -> int:
        """Gives the seat up: free again before the start, vacated after it."""
        request = table_service_pb2.LeaveTableRequest(
            table_id=self.table_id, request_id=_request_id()
        )
        return (await self.line.call(self.line.tables.LeaveTable, request, self.token)).seq

    async def resign(self) -> int:
        """Gives the game up."""
        request = table_service_pb2.ResignRequest(table_id=self.table_id, request_id=_request_id())
        return (await self.line.call(self.line.tables.Resign, request, self.token)).seq

    def play(
        self,
        *,
        from_seq: int | None = None,
        words: bool = False,
        views: bool = False,
        offers: bool = False,
        patience_s: float | None = 60.0,
        on_line: OnLine | None = None,
    ) -> Play:
        """The seat's stream, from an event on (None: from now).

        Use it as `async with seat.play(...) as play: async for notice in play: ...`. `patience_s` is
        how long it tries to reconnect, None = for ever; `on_line` hears when the connection goes and
        comes back.
        """
        return Play(
            self,
            from_seq=from_seq,
            words=words,
            views=views,
            offers=offers,
            patience_s=patience_s,
            on_line=on_line,
        )

    def watch(
        self,
        *,
        from_seq: int | None = 1,
        words: bool = True,
        views: bool = False,
        patience_s: float | None = 60.0,
        on_line: OnLine | None = None,
    ) -> Watch:
        """The table's events as the seat may see them, without acting."""
        return Watch(
            self.line,
            self.token,
            {self.table_id: from_seq},
            words=words,
            views=views,
            patience_s=patience_s,
            on_line=on_line,
        )

    async def export_record(self) -> bytes:
        """The table's record: whole once the table is over, before that what the seat may see."""
        return await Records(self.line).export(self.table_id, self.token)


def _request_id() -> bytes:
    return secrets.token_bytes(REQUEST_ID_BYTES)
