"""The client: what anybody may ask a service, and the way to a seat."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from ludoteca.v1 import catalog_service_pb2, table_pb2, table_service_pb2
from ludoteca_client import payload
from ludoteca_client.errors import Refused
from ludoteca_client.line import Line, Tls
from ludoteca_client.play import REQUEST_ID_BYTES
from ludoteca_client.records import Records
from ludoteca_client.seat import SeatHandle
from ludoteca_client.tokens import KeptSeat, Token, TokenStore
from ludoteca_client.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from ludoteca_client.feed import OnLine

CONTRIBUTION_BYTES = 32
LARGEST_PAGE = 500


class Client:
    """A connection to one service. Use it as an async context manager, or `close()` it.

    Calls are sent again while the service is away, for `patience_s` seconds (None = for ever), always
    with the same request id: what changes something happens once. A service that was never reached
    is given up after `first_patience_s`: its address may be wrong.
    """

    def __init__(
        self,
        address: str,
        *,
        tls: Tls | bool = False,
        patience_s: float | None = 15.0,
        first_patience_s: float | None = 3.0,
    ) -> None:
        trust = Tls() if tls is True else tls or None
        self._line = Line(address, trust, patience_s, first_patience_s)
        self.records = Records(self._line)
        """Export, import and verification of records."""

    @property
    def address(self) -> str:
        """Where the service is."""
        return self._line.address

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection."""
        await self._line.close()

    async def server(self) -> catalog_service_pb2.GetServerResponse:
        """What the service is: version, durability, limits."""
        request = catalog_service_pb2.GetServerRequest()
        return await self._line.call(self._line.catalog.GetServer, request)

    async def games(self) -> list[catalog_service_pb2.Game]:
        """The games the service offers."""
        request = catalog_service_pb2.ListGamesRequest()
        return list((await self._line.call(self._line.catalog.ListGames, request)).games)

    async def game(self, game: str) -> catalog_service_pb2.GetGameResponse:
        """One game: seats, options, the text of its rules.

        Raises:
            NotFound: the service does not offer it.
        """
        request = catalog_service_pb2.GetGameRequest(game=game)
        return await self._line.call(self._line.catalog.GetGame, request)

    async def create_table(
        self,
        game: str,
        seats: int,
        *,
        name: str = "",
        options: Mapping[str, str | int] | None = None,
        takeover: table_pb2.Takeover.ValueType = table_pb2.TAKEOVER_UNSPECIFIED,
        abandon_after_ms: int | None = None,
        turn_clock: table_pb2.TurnClock | None = None,
        spectators: table_pb2.Spectators | None = None,
        token: Token | None = None,
    ) -> table_pb2.Table:
        """Makes a table; its seats are free. `options` are those of the game, by name.

        Without `turn_clock` seats may think as long as they like; without `spectators` everybody may look on.

        Raises:
            NotFound: no such game.
            BadRequest: the game has no option of that name.
            Refused: it takes no such value, or not so many seats.
        """
        chosen = None
        if options:
            chosen = payload.options((await self.game(game)).game, options)
        request = table_service_pb2.CreateTableRequest(
            game=game,
            seats=seats,
            options=chosen,
            name=name,
            request_id=secrets.token_bytes(REQUEST_ID_BYTES),
            takeover=takeover,
            abandon_after_ms=abandon_after_ms,
            turn_clock=turn_clock,
            spectators=spectators,
        )
        holder = token if token is not None else Token.fresh()
        try:
            return (await self._line.call(self._line.tables.CreateTable, request, holder)).table
        except Refused as refused:
            if refused.code != "bad_option":
                raise
            may_be = payload.choices((await self.game(game)).game)
            raise Refused(f"{refused.message} {may_be}", refused.code, refused.rule) from None

    async def join(
        self,
        table_id: str,
        name: str,
        *,
        seat: int | None = None,
        bot: bool = False,
        token: Token | None = None,
        store: TokenStore | None = None,
    ) -> SeatHandle:
        """Takes a seat (None: the first free one) with a token of its own, kept in `store` if given.

        The seat adds 32 random bytes to the chance key of the table: no draw of the game is known to
        the server alone before everybody has joined.

        Raises:
            Refused: the seat is taken, or the table has started.
            NotFound: no such table.
        """
        holder = token if token is not None else Token.fresh()
        request = table_service_pb2.JoinTableRequest(
            table_id=table_id,
            seat=seat,
            name=name,
            bot=bot,
            contribution=secrets.token_bytes(CONTRIBUTION_BYTES),
            request_id=secrets.token_bytes(REQUEST_ID_BYTES),
        )
        response = await self._line.call(self._line.tables.JoinTable, request, holder)
        if store is not None:
            store.keep(KeptSeat(self.address, table_id, response.seat, holder, name))
        return self.seat(table_id, response.seat, holder)

    def seat(self, table_id: str, seat: int, token: Token) -> SeatHandle:
        """A seat that was joined before. The service checks the token at the first call."""
        return SeatHandle(self._line, table_id, seat, token)

    async def table(self, table_id: str) -> table_pb2.Table:
        """What everybody may know of a table.

        Raises:
            NotFound: no such table.
        """
        request = table_service_pb2.GetTableRequest(table_id=table_id)
        return (await self._line.call(self._line.tables.GetTable, request)).table

    async def tables(
        self,
        *,
        game: str = "",
        lifecycle: table_pb2.Lifecycle.ValueType = table_pb2.LIFECYCLE_UNSPECIFIED,
        most: int = 50,
    ) -> list[table_pb2.Table]:
        """At most `most` tables, newest first: of any game and lifecycle unless named."""
        found: list[table_pb2.Table] = []
        page_token = ""
        while len(found) < most:
            request = table_service_pb2.ListTablesRequest(
                game=game,
                lifecycle=lifecycle,
                page_size=min(most - len(found), LARGEST_PAGE),
                page_token=page_token,
            )
            response = await self._line.call(self._line.tables.ListTables, request)
            found.extend(response.tables)
            page_token = response.next_page_token
            if not page_token:
                break
        return found[:most]

    async def view(
        self,
        table_id: str,
        seq: int | None = None,
        *,
        words: bool = True,
        token: Token | None = None,
    ) -> table_pb2.View:
        """A table as the public (or the seat of `token`) may see it: now, or after any event.

        Raises:
            SeqFromTheFuture: there is no such event yet.
        """
        request = table_service_pb2.GetViewRequest(table_id=table_id, seq=seq, words=words)
        return (await self._line.call(self._line.tables.GetView, request, token)).view

    def watch(
        self,
        tables: str | Sequence[str] | Mapping[str, int | None],
        *,
        from_seq: int | None = 1,
        words: bool = True,
        views: bool = False,
        token: Token | None = None,
        patience_s: float | None = 60.0,
        on_line: OnLine | None = None,
    ) -> Watch:
        """The events of up to 100 tables, from `from_seq` (None: from now) or from each one's own seq.

        Use it as `async with client.watch(...) as watch: async for notice in watch: ...`.
        """
        if isinstance(tables, str):
            follows: Mapping[str, int | None] = {tables: from_seq}
        else:
            own = tables if isinstance(tables, Mapping) else dict.fromkeys(tables, from_seq)
            follows = dict(own)
        return Watch(
            self._line,
            token,
            follows,
            words=words,
            views=views,
            patience_s=patience_s,
            on_line=on_line,
        )
