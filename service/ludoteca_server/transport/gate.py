"""Who may come in, and how often: the limits of a peer's address, for every call to every service."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from ludoteca_server.model.errors import SlowReader
from ludoteca_server.transport.metadata import peer_of
from ludoteca_server.transport.wrapping import Wrapping

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import grpc

    from ludoteca_server.application.admission import Doors, Pace
    from ludoteca_server.transport.wrapping import AnyContext, Behaviour


class Gate(Wrapping):
    """Counts the calls of each address, by their pace and while they are open; those of health and reflection too.

    A call or a stream too many is refused. A message too many on an open stream waits, and its sender with it: the stream's
    flow control holds it up, so nothing that was sent is lost.
    """

    def __init__(self, *, calls: Pace, doors: Doors) -> None:
        super().__init__(self._gated)
        self._calls = calls
        self._doors = doors

    def _gated(
        self, method: str, handler: grpc.RpcMethodHandler[Any, Any], behaviour: Behaviour
    ) -> Behaviour:
        async def one_answer(request: Any, context: AnyContext) -> object:
            peer = peer_of(context)
            self._calls.spend(peer)
            if self._doors.is_bounded:
                context.add_done_callback(self._doors.call(peer))  # type: ignore[arg-type]  # the stubs' gap
            return await behaviour(request, context)

        async def stream(request: Any, context: AnyContext) -> object:
            peer = peer_of(context)
            self._calls.spend(peer)
            with ExitStack() as door:
                door.enter_context(self._doors.stream(peer))
                is_paced = handler.request_streaming and self._calls.is_bounded
                messages = self._paced(request, peer) if is_paced else request
                try:
                    return await behaviour(messages, context)
                except SlowReader:
                    # Its status has to be read as well: until then, or until the client goes, the stream counts.
                    later = door.pop_all()
                    context.add_done_callback(lambda _: later.close())  # type: ignore[arg-type]  # the stubs' gap
                    raise

        return stream if handler.request_streaming or handler.response_streaming else one_answer

    async def _paced(self, messages: AsyncIterator[object], peer: str) -> AsyncIterator[object]:
        async for message in messages:
            await self._calls.wait(peer)
            yield message
