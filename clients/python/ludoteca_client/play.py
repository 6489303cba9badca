"""Playing a seat over one stream: actions go out, notices, views and legal actions come in."""

from __future__ import annotations

import asyncio
import secrets
import statistics
from collections import deque
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_service_pb2
from ludoteca_client.errors import LudotecaError, ServerAway, from_refusal
from ludoteca_client.feed import Feed, OnLine, is_ours
from ludoteca_client.line import metadata
from ludoteca_client.payload import Playable, pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludoteca_client.seat import SeatHandle
    from ludoteca_client.track import Track

    Call = grpc.aio.StreamStreamCall[table_service_pb2.PlayRequest, table_service_pb2.PlayResponse]

REQUEST_ID_BYTES = 16
ACTIONS_MOST = 256
"""Actions of one message: the service takes no more."""
ECHO_EVERY_S = 10.0
SILENCE_S = 30.0


class Play(Feed):
    """One seat's stream. Made by `SeatHandle.play`.

    An action is sent until it is answered: after a lost connection it goes out again with the same
    request id, so that it happens once. One whose caller was cancelled does not go out again; it may have happened.
    """

    def __init__(
        self,
        seat: SeatHandle,
        *,
        from_seq: int | None,
        words: bool,
        views: bool,
        offers: bool,
        patience_s: float | None,
        on_line: OnLine | None,
    ) -> None:
        super().__init__(
            seat.line,
            seat.token,
            seat=seat.seat,
            words=words,
            views=views,
            offers=offers,
            patience_s=patience_s,
            on_line=on_line,
        )
        self._handle = seat
        self._from_seq = from_seq
        self._call: Call | None = None
        self._writing = asyncio.Lock()
        self._unanswered: dict[bytes, tuple[table_service_pb2.PlayAction, asyncio.Future[int]]] = {}
        self._is_ended = False
        self._echoes: deque[float] = deque(maxlen=20)
        self._heard_at_s = 0.0

    @property
    def round_trip_s(self) -> float | None:
        """Median of the last 20 round trips to the service, in seconds; None before the first."""
        return statistics.median(self._echoes) if self._echoes else None

    @property
    def worst_round_trip_s(self) -> float | None:
        """The longest of the last 20 round trips, in seconds; None before the first."""
        return max(self._echoes, default=None)

    async def act(self, playable: Playable, *, expected_seq: int | None = None) -> int:
        """Plays an action; returns its seq once it is durable.

        With `expected_seq` it counts only if that is still the table's last event.

        Raises:
            Refused: the rules refuse it; nothing has happened.
            Overtaken: the table has changed since `expected_seq`, or another action came first.
            TryLater: too many actions at once.
            ServerAway: the stream ended without an answer; it may have happened.
        """
        return (await self._send([playable], expected_seq))[0]

    async def act_all(self, playables: Sequence[Playable]) -> list[int]:
        """Plays several actions in one message (more than 256 in more), each upon the one before; returns their seqs.

        Raises:
            LudotecaError: that of the first one refused; those before it have happened.
        """
        return await self._send(playables, None)

    async def _send(self, playables: Sequence[Playable], expected_seq: int | None) -> list[int]:
        if self._is_ended:
            # The table is over or the stream was closed: a unary call gets the service's own answer.
            return [
                (await self._handle.act(playable, expected_seq=expected_seq)).seq
                for playable in playables
            ]
        actions: list[table_service_pb2.PlayAction] = []
        futures: list[asyncio.Future[int]] = []
        for playable in playables:
            action = table_service_pb2.PlayAction(
                action=pack(playable),
                request_id=secrets.token_bytes(REQUEST_ID_BYTES),
                expected_seq=expected_seq,
            )
            future = asyncio.get_running_loop().create_future()
            self._unanswered[action.request_id] = (action, future)
            actions.append(action)
            futures.append(future)
        try:
            for request in _messages(actions):
                await self._write(request)
            results = await asyncio.gather(*futures, return_exceptions=True)
        except asyncio.CancelledError:
            for future in futures:
                future.cancel()  # also those that had not been written: `_forget_given_up`
            raise
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return [result for result in results if isinstance(result, int)]

    async def _write(self, request: table_service_pb2.PlayRequest) -> None:
        """Writes to the stream if it stands; if not, the next session sends what is unanswered."""
        async with self._writing:
            if self._call is None:
                return
            try:
                await self._call.write(request)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                self._call = None  # the reading side hears of it too, and opens the stream again
            except asyncio.CancelledError:
                self._call = None  # half written: the stream cannot be used any more
                if is_ours():
                    raise

    async def _prepare(self) -> None:
        table_id = self._handle.table_id
        self._tracks[table_id] = await self._first_seq(table_id, self._from_seq)

    def _is_done(self) -> bool:
        return super()._is_done() and not self._unanswered

    def _ended(self, failure: LudotecaError | None) -> None:
        self._is_ended = True
        for _, future in self._unanswered.values():
            if not future.done():
                future.set_exception(
                    failure or ServerAway("The stream was closed before the answer came.", "closed")
                )
        self._unanswered.clear()

    async def _session(self) -> None:
        track = self._tracks[self._handle.table_id]
        call: Call = self._line.tables.Play(metadata=metadata(self._token))
        heart = asyncio.create_task(self._beat(call))
        try:
            await self._open(call, track)
            while not self._is_done():
                response = await call.read()
                if response is grpc.aio.EOF or not isinstance(
                    response, table_service_pb2.PlayResponse
                ):
                    return
                self._heard_at_s = asyncio.get_running_loop().time()
                self._came_through()
                if response.HasField("group"):
                    for each in response.group.responses:
                        await self._receive(each)
                else:
                    await self._receive(response)
        except asyncio.InvalidStateError:
            return  # the call broke while it was being opened
        finally:
            self._call = None
            heart.cancel()
            call.cancel()

    async def _open(self, call: Call, track: Track) -> None:
        async with self._writing:
            await call.write(
                table_service_pb2.PlayRequest(
                    open=table_service_pb2.PlayOpen(
                        table_id=track.table_id,
                        from_seq=track.resume_seq,
                        words=self._words,
                        views=self._views,
                        offers=self._offers,
                        groups=True,
                    )
                )
            )
            self._forget_given_up()
            for request in _messages([action for action, _ in self._unanswered.values()]):
                await call.write(request)
            self._call = call

    def _forget_given_up(self) -> None:
        """Drops the actions whose callers were cancelled: sent again, they would happen when nobody expects it."""
        given_up = [each for each, (_, future) in self._unanswered.items() if future.done()]
        for request_id in given_up:
            del self._unanswered[request_id]

    async def _beat(self, call: Call) -> None:
        """Measures the round trip, and gives up a call from which nothing comes any more."""
        clock = asyncio.get_running_loop()
        self._heard_at_s = clock.time()
        while clock.time() - self._heard_at_s < SILENCE_S:
            sent_us = int(clock.time() * 1e6)
            echo = table_service_pb2.Echo(payload=sent_us.to_bytes(8, "big"))
            await self._write(table_service_pb2.PlayRequest(echo=echo))
            await asyncio.sleep(ECHO_EVERY_S)
        call.cancel()

    async def _receive(self, response: table_service_pb2.PlayResponse) -> None:
        table_id = self._handle.table_id
        match response.WhichOneof("message"):
            case "notice":
                await self._take(table_id, response.notice)
            case "view":
                await self._take(table_id, response.view)
            case "offers":
                await self._take(table_id, response.offers)
            case "accepted":
                self._answer(response.accepted.request_id, response.accepted.seq)
            case "refused":
                self._refuse(response.refused)
            case "echo":
                now_us = int(asyncio.get_running_loop().time() * 1e6)
                sent_us = int.from_bytes(response.echo.payload, "big")
                self._echoes.append(max(0, now_us - sent_us) / 1e6)
            case "group" | None:  # from a later version: nothing for us
                pass

    def _refuse(self, refused: table_service_pb2.Refused) -> None:
        failure = from_refusal(refused)
        if isinstance(failure, ServerAway):  # it may have happened: ask again, with the same id
            raise failure
        self._answer(refused.request_id, failure)

    def _answer(self, request_id: bytes, answer: int | LudotecaError) -> None:
        _, future = self._unanswered.pop(request_id, (None, None))
        if future is None or future.done():
            return
        if isinstance(answer, LudotecaError):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _messages(
    actions: Sequence[table_service_pb2.PlayAction],
) -> Iterator[table_service_pb2.PlayRequest]:
    """The messages that carry `actions`, in their order."""
    for start in range(0, len(actions), ACTIONS_MOST):
        some = table_service_pb2.PlayActions(actions=actions[start : start + ACTIONS_MOST])
        yield table_service_pb2.PlayRequest(actions=some)
