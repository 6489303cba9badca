"""ludoteca.v1.TableService."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

import structlog

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.act import act
from ludoteca_server.application.actions import actions
from ludoteca_server.application.check import check
from ludoteca_server.application.get_table import get_table
from ludoteca_server.application.join import join
from ludoteca_server.application.leave import leave
from ludoteca_server.application.list_tables import list_tables
from ludoteca_server.application.play import ACTIONS_MOST, play
from ludoteca_server.application.resign import resign
from ludoteca_server.application.start import start
from ludoteca_server.application.take_back import take_back
from ludoteca_server.application.view import view
from ludoteca_server.application.watch import watch
from ludoteca_server.model.errors import MalformedRequest, SlowReader
from ludoteca_server.model.row import Lifecycle
from ludoteca_server.model.stream import Echoed, Follow, PlayActions, PlayOpen, Refused, Wishes
from ludoteca_server.transport.framing import (
    field,
    fields,
    items_in,
    number_field,
    only_field,
    play_responses,
    read,
    seen,
    watch_response,
)
from ludoteca_server.transport.metadata import caller_of, peer_of
from ludoteca_server.transport.patience import Patience
from ludoteca_server.transport.status import reason_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.stream import PlayMessage, StreamItem
    from ludoteca_server.transport.metadata import Context

_log = structlog.get_logger(__name__)


_ACTIONS = wire.PlayRequest.ACTIONS_FIELD_NUMBER
_FRAMED_MOST = 32
"""WatchResponses that are kept: the kinds of viewers of a few tables get theirs in one turn of the loop."""


class TableServicer:
    """Making, joining, playing and watching tables."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._patience = Patience(app.limits.slow_reader_s, tally=app.tally)
        self._framed: dict[int, tuple[StreamItem, bytes]] = {}
        """Items that were sent to spectators last and their WatchResponses, by the items' `id`: they stay alive here."""

    async def create_table(self, request: bytes, context: Context) -> bytes:
        """Makes a table."""
        app = self._app
        app.paces.new_tables.spend(peer_of(context))
        table = await app.open_table(
            request,
            read(wire.CreateTableRequest, request).request_id,
            caller_of(context),
        )
        return field(1, table)

    async def join_table(self, request: bytes, context: Context) -> bytes:
        """Binds the call's token to a seat."""
        app = self._app
        seated = await join(
            request, caller_of(context), scribe=app.scribe, tables=app.tables, pace=app.pace
        )
        return number_field(1, seated.seat) + number_field(2, seated.seq) + field(3, seated.table)

    async def start_table(self, request: bytes, context: Context) -> bytes:
        """Starts a table."""
        app = self._app
        seq = await start(request, caller_of(context), scribe=app.scribe, pace=app.pace)
        return number_field(1, seq)

    async def leave_table(self, request: bytes, context: Context) -> bytes:
        """Gives a seat up."""
        app = self._app
        seq = await leave(request, caller_of(context), scribe=app.scribe, pace=app.pace)
        return number_field(1, seq)

    async def take_back(self, request: bytes, context: Context) -> bytes:
        """Takes own actions back."""
        app = self._app
        seq = await take_back(request, caller_of(context), scribe=app.scribe, pace=app.pace)
        return number_field(1, seq)

    async def resign(self, request: bytes, context: Context) -> bytes:
        """Gives the game up."""
        app = self._app
        seq = await resign(request, caller_of(context), scribe=app.scribe, pace=app.pace)
        return number_field(1, seq)

    async def act(self, request: bytes, context: Context) -> bytes:
        """One action."""
        app = self._app
        acted = await act(
            request, caller_of(context), scribe=app.scribe, tables=app.tables, pace=app.pace
        )
        return number_field(1, acted.seq) + field(2, acted.notice)

    async def get_table(self, request: bytes, context: Context) -> bytes:
        """What everybody may know of a table."""
        message = read(wire.GetTableRequest, request)
        table = await get_table(message.table_id, caller_of(context), tables=self._app.tables)
        return field(1, table)

    async def list_tables(self, request: bytes, context: Context) -> bytes:
        """Tables by lifecycle and game."""
        message = read(wire.ListTablesRequest, request)
        rows, next_page = await list_tables(
            message.game,
            _lifecycle(message.lifecycle),
            message.page_size,
            message.page_token,
            lobby=self._app.lobby,
            read_row=self._app.read_row,
        )
        return fields(1, rows) + (field(2, next_page.encode()) if next_page else b"")

    async def get_view(self, request: bytes, context: Context) -> bytes:
        """The table as the caller may see it."""
        message = read(wire.GetViewRequest, request)
        seq = message.seq if message.HasField("seq") else None
        item = await view(
            message.table_id, seq, message.words, caller_of(context), tables=self._app.tables
        )
        return field(1, seen(item))

    async def list_actions(self, request: bytes, context: Context) -> bytes:
        """The caller's legal actions."""
        message = read(wire.ListActionsRequest, request)
        return await actions(
            message.table_id, message.words, caller_of(context), tables=self._app.tables
        )

    async def check_action(self, request: bytes, context: Context) -> bytes:
        """What Act would answer."""
        message = read(wire.CheckActionRequest, request)
        return await check(
            message.table_id,
            request,
            caller_of(context),
            tables=self._app.tables,
            pace=self._app.pace,
        )

    async def play(self, requests: AsyncIterator[bytes], context: Context) -> None:
        """Actions of one seat and the notices of its table."""
        app = self._app
        await context.send_initial_metadata(())  # not with a message: that may have to be given up
        messages = _play_messages(requests)
        groups = play(
            messages,
            caller_of(context),
            scribe=app.scribe,
            hub=app.hub,
            tables=app.tables,
            pace=app.pace,
        )
        async with aclosing(groups):
            async for group in groups:
                for item in group:
                    if isinstance(item, Refused):
                        self._count(item)
                sent: list[bytes] = []
                for response in play_responses(group):
                    sent.append(response)
                    try:
                        await self._patience.write(context, response)
                    except SlowReader as slow:
                        slow.unsent = group[items_in(sent) :]
                        await groups.athrow(slow)

    def _count(self, item: Refused) -> None:
        """Counts a refusal; what a bug was stays in the log, under the id that its answer names."""
        reason = reason_of(item.error)
        self._app.tally.rejections[reason] += 1
        if reason == "bug":
            _log.error("bug", id=item.request_id.hex(), method="Play", exc_info=item.error)

    async def watch(self, request: bytes, context: Context) -> None:
        """Logs as the caller may see them."""
        message = read(wire.WatchRequest, request)
        follows = [Follow(each.table_id, each.from_seq) for each in message.follows]
        wishes = Wishes(words=message.words, views=message.views)
        app = self._app
        await context.send_initial_metadata(())  # not with a message: that may have to be given up
        items = watch(follows, wishes, caller_of(context), hub=app.hub, tables=app.tables)
        async with aclosing(items):
            async for item in items:
                try:
                    await self._patience.write(context, self._watch_response(item))
                except SlowReader as slow:
                    await items.athrow(slow)

    def _watch_response(self, item: StreamItem) -> bytes:
        """The WatchResponse that carries an item: made once for all spectators of a kind, who share the item."""
        _, response = self._framed.get(id(item), (None, None))
        if response is None:
            response = watch_response(item)
            self._framed[id(item)] = item, response
            if len(self._framed) > _FRAMED_MOST:
                del self._framed[next(iter(self._framed))]
        return response


def _lifecycle(value: table_pb2.Lifecycle.ValueType) -> Lifecycle | None:
    if value == table_pb2.LIFECYCLE_UNSPECIFIED:
        return None
    if value not in table_pb2.Lifecycle.values():
        raise MalformedRequest(f"There is no lifecycle {value}.", "bad_field")
    return Lifecycle(value)


async def _play_messages(requests: AsyncIterator[bytes]) -> AsyncIterator[PlayMessage]:
    async for request in requests:
        yield _play_message(request)


def _play_message(request: bytes) -> PlayMessage:
    actions = only_field(_ACTIONS, request)
    if actions is not None:
        return PlayActions(actions, _request_ids)
    message = read(wire.PlayRequest, request)
    match message.WhichOneof("message"):
        case "open":
            opening = message.open
            wishes = Wishes(
                words=opening.words,
                views=opening.views,
                offers=opening.offers,
                groups=opening.groups,
            )
            return PlayOpen(Follow(opening.table_id, opening.from_seq), wishes)
        case "actions":
            return PlayActions(message.actions.SerializeToString(), _request_ids)
        case "echo":
            return Echoed(message.echo.payload)
        case _:
            raise MalformedRequest("A PlayRequest holds an open, actions or an echo.")


def _request_ids(actions: bytes) -> list[bytes]:
    message = read(wire.PlayActions, actions)
    if not 1 <= len(message.actions) <= ACTIONS_MOST:
        raise MalformedRequest(f"A message holds 1 to {ACTIONS_MOST} actions.", "bad_field")
    return [action.request_id for action in message.actions]
