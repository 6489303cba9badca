"""Following tables: their past from any event, then live."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_service_pb2
from ludoteca_client.feed import Feed, OnLine
from ludoteca_client.line import metadata

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludoteca_client.errors import LudotecaError
    from ludoteca_client.line import Line
    from ludoteca_client.tokens import Token


class Watch(Feed):
    """The events of some tables as one viewer may see them. Made by `Client.watch` and `SeatHandle.watch`."""

    def __init__(
        self,
        line: Line,
        token: Token | None,
        follows: Mapping[str, int | None],
        *,
        words: bool,
        views: bool,
        patience_s: float | None,
        on_line: OnLine | None,
    ) -> None:
        super().__init__(
            line,
            token,
            seat=None,
            words=words,
            views=views,
            offers=False,
            patience_s=patience_s,
            on_line=on_line,
        )
        self._follows = follows
        self._live: dict[str, asyncio.Event] = {table_id: asyncio.Event() for table_id in follows}
        """Set when the table's past has been received, or the stream has ended."""
        self._caught_up: set[str] = set()
        """Tables whose past has been received."""

    async def live(self, table_id: str) -> int:
        """Waits until the table's past has been received; returns the seq of its last event.

        Raises:
            LudotecaError: what ended the stream before that.
        """
        await self._live[table_id].wait()
        if self._failure is not None and table_id not in self._caught_up:
            raise self._failure
        return self.seq(table_id)

    def _ended(self, failure: LudotecaError | None) -> None:
        for event in self._live.values():
            event.set()

    async def _prepare(self) -> None:
        for table_id, from_seq in self._follows.items():
            self._tracks[table_id] = await self._first_seq(table_id, from_seq)

    async def _session(self) -> None:
        request = table_service_pb2.WatchRequest(words=self._words, views=self._views)
        for table_id, track in self._tracks.items():
            request.follows.add(table_id=table_id, from_seq=track.resume_seq)
        call = self._line.tables.Watch(request, metadata=metadata(self._token))
        try:
            while not self._is_done():
                response = await call.read()
                if response is grpc.aio.EOF or not isinstance(
                    response, table_service_pb2.WatchResponse
                ):
                    return
                self._came_through()
                await self._receive(response)
        finally:
            call.cancel()

    async def _receive(self, response: table_service_pb2.WatchResponse) -> None:
        match response.WhichOneof("message"):
            case "notice":
                await self._take(response.notice.table_id, response.notice)
            case "view":
                await self._take(response.view.table.table_id, response.view)
            case "live":
                if response.live.table_id in self._live:
                    self._caught_up.add(response.live.table_id)
                    self._live[response.live.table_id].set()
            case None:  # from a later version: nothing for us
                pass
