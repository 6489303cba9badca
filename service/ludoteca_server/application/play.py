"""Actions of one seat and the notices of its table, on one stream."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from ludoteca_core import Call, CoreError
from ludoteca_server.application.admission import Pace, seat_of, token_of
from ludoteca_server.application.scribe import Done
from ludoteca_server.application.stream import open_stream
from ludoteca_server.model.errors import LudotecaError, MalformedRequest
from ludoteca_server.model.stream import Accepted, Echoed, Live, PlayActions, PlayOpen, Refused

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Sequence

    from ludoteca_server.application.hub import Hub
    from ludoteca_server.application.inbox import Inbox
    from ludoteca_server.application.scribe import Outcome, Scribe
    from ludoteca_server.application.tables import Tables
    from ludoteca_server.model.stream import PlayMessage, StreamItem

ACTIONS_MOST = 256
"""Actions of one message. The core refuses more as well."""


async def play(
    messages: AsyncIterator[PlayMessage],
    caller: bytes | None,
    *,
    scribe: Scribe,
    hub: Hub,
    tables: Tables,
    pace: Pace,
) -> AsyncGenerator[list[StreamItem], None]:
    """Answers and notices, until the caller says that no message will follow.

    They come in groups of one, unless the opening wishes for more: never an empty one.

    Every action is answered by an Accepted, once it is settled, or by a Refused.

    Raises:
        NoToken, WrongToken, NoSuchTable, SeqFromTheFuture, CorruptLog, StoreAway, Draining.
        MalformedRequest: the first message does not open the stream, or a later one does.
    """
    token = token_of(caller)
    opening = await anext(messages, None)
    if not isinstance(opening, PlayOpen):
        raise MalformedRequest("The first message of a Play stream is 'open': it names the table.")
    table_id = opening.follow.table_id
    seat_of((await tables.fresh(table_id)).table, token)
    async with open_stream(token, opening.wishes, hub=hub, tables=tables) as stream:
        feed = await stream.follow(opening.follow)
        player = _Player(table_id, feed.table.game, token, stream.inbox, scribe=scribe, pace=pace)
        work = asyncio.create_task(player.answer_all(messages), name=f"play {table_id}")
        work.add_done_callback(player.ended)
        try:
            async with aclosing(stream.groups()) as groups:
                async for group in groups:
                    if not isinstance(group[0], Live):  # which always comes alone
                        yield group
        finally:
            work.cancel()


class _Player:
    """Answers the messages of one stream, one after the other."""

    def __init__(
        self, table_id: str, game: str, token: bytes, inbox: Inbox, *, scribe: Scribe, pace: Pace
    ) -> None:
        self._table_id = table_id
        self._game = game
        self._token = token
        self._inbox = inbox
        self._scribe = scribe
        self._pace = pace

    async def answer_all(self, messages: AsyncIterator[PlayMessage]) -> None:
        async for message in messages:
            match message:
                case PlayActions():
                    self._inbox.begin_work()
                    try:
                        for answer in await self._carry_out(message):
                            self._inbox.answer(answer)
                    finally:
                        self._inbox.end_work()
                case Echoed():
                    self._inbox.answer(message)
                case PlayOpen():
                    raise MalformedRequest(
                        "This stream is open: open another one for another table."
                    )
            await self._inbox.room()
            if self._inbox.is_draining:
                return

    def ended(self, work: asyncio.Task[None]) -> None:
        error = None if work.cancelled() else work.exception()
        if error is None:
            self._inbox.close()
        else:
            self._inbox.fail(error)

    async def _carry_out(self, message: PlayActions) -> list[Accepted | Refused]:
        try:
            calls = Call.play(self._table_id, self._game, message.message)
        except CoreError as error:
            return self._refuse_all(message.read_ids(message.message), error)
        try:
            self._pace.spend(self._token, len(calls))
            outcomes = await self._scribe.carry_out_all(self._table_id, calls, self._token)
        except (LudotecaError, CoreError) as error:
            return [Refused(call.request_id, error) for call in calls]
        return [_answer(*pair) for pair in zip(calls, outcomes, strict=True)]

    def _refuse_all(
        self, request_ids: Sequence[bytes], error: CoreError | LudotecaError
    ) -> list[Accepted | Refused]:
        """What the core refuses to read counts against the seat's pace too."""
        try:
            self._pace.spend(self._token, len(request_ids))
        except LudotecaError as too_much:
            error = too_much
        return [Refused(request_id, error) for request_id in request_ids]


def _answer(call: Call, outcome: Outcome) -> Accepted | Refused:
    if isinstance(outcome, Done):
        return Accepted(call.request_id, outcome.seq)
    return Refused(call.request_id, outcome)
