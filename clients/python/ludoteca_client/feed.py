"""A stream that outlives its connections: it resumes where it stopped and delivers each event once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import grpc

from ludoteca.v1 import table_pb2, table_service_pb2
from ludoteca_client.backoff import Backoff, Patience
from ludoteca_client.errors import (
    LudotecaError,
    OutOfStep,
    SeqFromTheFuture,
    ServerAway,
    TryLater,
    from_rpc,
)
from ludoteca_client.moment import Burst, Item, Moment
from ludoteca_client.track import Gap, Track

if TYPE_CHECKING:
    from types import TracebackType

    from ludoteca_client.line import Line
    from ludoteca_client.tokens import Token


@dataclass(frozen=True)
class LineState:
    """Whether the stream is connected, for a client that shows it."""

    connected: bool
    retry_in_s: float = 0.0
    why: str = ""


OnLine = Callable[[LineState], None]


class Feed(ABC):
    """What Play and Watch share. Use it as an async context manager, then iterate once.

    Iterating gives the notices; `moments()` gives them in bursts with the view and the legal actions
    after each. Either ends when every table of the stream is over, and raises what cannot be retried.
    """

    def __init__(
        self,
        line: Line,
        token: Token | None,
        *,
        seat: int | None,
        words: bool,
        views: bool,
        offers: bool,
        patience_s: float | None,
        on_line: OnLine | None,
    ) -> None:
        self._line = line
        self._token = token
        self._seat = seat
        self._words = words
        self._views = views
        self._offers = offers
        self._patience_s = patience_s
        self._on_line = on_line
        self._tracks: dict[str, Track] = {}
        self._queue: asyncio.Queue[tuple[str, Item] | None] = asyncio.Queue()
        self._failure: LudotecaError | None = None
        self._is_connected = False
        self._backoff = Backoff()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the stream stands now."""
        return self._is_connected

    def seq(self, table_id: str) -> int:
        """The last event delivered of a table."""
        return self._tracks[table_id].seq

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the stream. Nothing is lost: a new one resumes from any event."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def __aiter__(self) -> AsyncGenerator[table_pb2.Notice]:
        async for _, item in self._items():
            if isinstance(item, table_pb2.Notice):
                yield item

    async def moments(self) -> AsyncGenerator[Moment]:
        """The bursts of events, each with the view and the legal actions after it."""
        bursts: dict[str, Burst] = {}
        async for table_id, item in self._items():
            burst = bursts.get(table_id)
            if burst is None:
                burst = Burst(table_id, self._seat, views=self._views, offers=self._offers)
                bursts[table_id] = burst
            moment = burst.add(item)
            if moment is not None:
                yield moment

    async def _items(self) -> AsyncIterator[tuple[str, Item]]:
        while True:
            entry = await self._queue.get()
            if entry is None:
                break
            yield entry
        self._queue.put_nowait(None)  # a second iteration ends, too
        if self._failure is not None:
            raise self._failure
        task = self._task
        if task is not None:
            await asyncio.wait([task])
            if not task.cancelled():
                task.result()  # raises a fault (of `on_line`, for one): that is no end of the table

    @abstractmethod
    async def _prepare(self) -> None:
        """Finds the seq to begin at. Raises LudotecaError, for one if there is no such table."""

    @abstractmethod
    async def _session(self) -> None:
        """Opens the stream once and takes in what comes, until it breaks or ends or `_is_done()`."""

    @abstractmethod
    def _ended(self, failure: LudotecaError | None) -> None:
        """The stream is over for good."""

    def _is_done(self) -> bool:
        tracks = self._tracks.values()
        return all(track.is_over and (track.is_shown or not self._views) for track in tracks)

    async def _run(self) -> None:
        try:
            await self._prepare()
            await self._attempts()
        except LudotecaError as failure:
            self._failure = failure
        finally:
            self._is_connected = False
            self._queue.put_nowait(None)
            self._ended(self._failure)

    async def _attempts(self) -> None:
        patience = Patience(self._patience_s)
        while not self._is_done():
            try:
                await self._session()
                failure: LudotecaError = ServerAway("The server ended the stream.", "stream_ended")
            except Gap:
                failure = ServerAway("An event was missing from the stream.", "gap")
            except grpc.aio.AioRpcError as error:
                failure = from_rpc(error)
            except asyncio.CancelledError:
                if is_ours():
                    raise
                failure = ServerAway("The line broke.", "line")
            except ServerAway as away:  # the store is, while the stream stands
                failure = away
                self._is_connected = False
            if self._is_done():
                break
            if self._is_connected:  # something came through
                patience.renew()
            await self._wait_before_retry(failure, patience)

    async def _wait_before_retry(self, failure: LudotecaError, patience: Patience) -> None:
        self._is_connected = False
        delay_s = self._backoff.next_s()
        if isinstance(failure, TryLater):
            delay_s = max(delay_s, failure.delay_s)
        elif isinstance(failure, SeqFromTheFuture) and any(t.seq for t in self._tracks.values()):
            raise OutOfStep(
                "The server no longer has the last event that was shown: it has lost the end of its "
                "log. Open the table again."
            )
        elif not isinstance(failure, ServerAway):
            raise failure
        elif (trouble := await self._line.trouble()) is not None:
            raise trouble
        if patience.is_over(delay_s):
            raise failure
        self._tell(LineState(connected=False, retry_in_s=delay_s, why=failure.message))
        await asyncio.sleep(delay_s)

    def _tell(self, state: LineState) -> None:
        if self._on_line is not None:
            self._on_line(state)

    def _came_through(self) -> None:
        """Something was received: the line stands."""
        if not self._is_connected:
            self._is_connected = True
            self._line.reached()
            self._tell(LineState(connected=True))

    async def _take(self, table_id: str, item: Item) -> None:
        """Passes an item on if it is new and in step; asks for the view if it is out of step."""
        track = self._tracks.get(table_id)
        if track is None:
            return
        try:
            if isinstance(item, table_pb2.Notice):
                is_new = track.takes(item)
            elif isinstance(item, table_pb2.View):
                is_new = track.shows(item)
            else:
                is_new = track.lists(item)
        except OutOfStep:
            await self._resync(track)
            return
        if is_new:
            self._backoff.reset()
            self._queue.put_nowait((table_id, item))

    async def _resync(self, track: Track) -> None:
        """Goes on from the service's own view after the last event delivered."""
        request = table_service_pb2.GetViewRequest(
            table_id=track.table_id, seq=track.seq, words=self._words
        )
        response = await self._line.call(self._line.tables.GetView, request, self._token)
        track.accept(response.view)
        self._queue.put_nowait((track.table_id, response.view))

    async def _first_seq(self, table_id: str, from_seq: int | None) -> Track:
        """Where to begin: at `from_seq`, or (None) after all that has happened so far."""
        if from_seq is not None:
            return Track(table_id, max(1, from_seq))
        request = table_service_pb2.GetViewRequest(table_id=table_id)
        response = await self._line.call(self._line.tables.GetView, request, self._token)
        track = Track(table_id, response.view.table.seq + 1)
        track.digest = response.view.view_digest
        return track


def is_ours() -> bool:
    """Whether a CancelledError means this task: grpc raises one too, where a call breaks in the middle of a write."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
