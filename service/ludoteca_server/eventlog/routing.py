"""Commands by their keys to the servers that hold them, through failovers and moves of slots."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog.carrier import Carrier, Command, Reply
from ludoteca_server.eventlog.connection import BYTES_MAX, Pipe, no_doubt
from ludoteca_server.eventlog.refusals import Lost
from ludoteca_server.eventlog.topology import Topology
from ludoteca_server.model.durability import Durability, needs_replica
from ludoteca_server.model.errors import StoreAway

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludoteca_server.eventlog.topology import Shape
    from ludoteca_server.tally import Tally

_TRIES = 3
_SCRIPTS = ("EVALSHA", "EVAL")
_NOT_NOW = (
    Lost,
    redis_errors.MovedError,
    redis_errors.ReadOnlyError,
    redis_errors.ClusterDownError,
    redis_errors.TryAgainError,
)
"""Refusals of a server that is no longer the right one, or not yet."""


def open_carrier(
    given: str,
    *,
    name: str,
    timeout_s: float,
    durability: Durability = "power",
    topology: Topology | None = None,
    bytes_max: int = BYTES_MAX,
    tally: Tally | None = None,
    doubt: Callable[[], None] = no_doubt,
) -> Carrier:
    """What takes commands to the store at `given`. Raises ValueError where that makes no sense.

    At the `node` levels nothing is answered before a replica has it. Carriers of one store may share a `topology`; without
    one this carrier gets its own.
    """
    known = topology or Topology(given, timeout_s)
    is_fenced = needs_replica(durability)

    def open_pipe(url: str, fence_key: bytes, doubt: Callable[[], None] = doubt) -> Pipe:
        return Pipe(
            url,
            name=name,
            timeout_s=timeout_s,
            fence_key=fence_key if is_fenced else None,
            bytes_max=bytes_max,
            tally=tally,
            doubt=doubt,
        )

    if known.is_fixed and known.shape is not None:
        return open_pipe(known.shape.urls[0], known.shape.fences[0])
    return Routed(known, open_pipe, doubt)


class Routed(Carrier):
    """A pipe to each server. A command that a server refuses since the key is no longer its own goes to the server that has it.

    Each command is tried three times at most, whatever the store does; then its caller hears StoreAway.
    """

    def __init__(
        self,
        topology: Topology,
        open_pipe: Callable[[str, bytes, Callable[[], None]], Pipe],
        doubt: Callable[[], None] = no_doubt,
    ) -> None:
        """`doubt` is called whenever something may have changed at the store: a caller's caches have to be proved."""
        self.where = topology.where
        self._topology = topology
        self._open_pipe = open_pipe
        self._tell_doubt = doubt
        self._doubts = 0
        """How often a connection was lost. The server behind it may come back with another role."""
        self._proved = 0
        """How many of these doubts the store's present shape was asked after."""
        self._pipes: dict[tuple[str, bytes], Pipe] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._closed = False

    async def send(self, *commands: Command) -> list[Reply]:
        """Sends each command to the server of its key; see Carrier."""
        shape = self._topology.shape or await self._topology.known()
        if self._proved < self._doubts:
            shape = await self._renewed(shape)
        replies: list[Reply] = [None] * len(commands)
        todo: Sequence[int] = range(len(commands))
        for tries_left in reversed(range(_TRIES)):
            todo = await self._try(shape, commands, todo, replies)
            if not todo:
                return replies
            self._doubt()
            if not tries_left:
                break
            before, shape = shape, await self._renewed(shape)
            if shape is before and all(isinstance(replies[place], Lost) for place in todo):
                break  # nobody has taken the lost server's place yet
        lost = [reply for reply in replies if isinstance(reply, Lost)]
        if len(lost) == len(commands):
            raise StoreAway(str(lost[0]))
        return replies

    def _doubt(self) -> None:
        self._doubts += 1
        self._tell_doubt()

    async def _renewed(self, failed: Shape) -> Shape:
        """What the store is now. Pipes to servers that are out of the game are closed."""
        doubts = self._doubts
        shape = await self._topology.renewed(failed)
        self._proved = max(self._proved, doubts)
        wanted = set(zip(shape.urls, shape.fences, strict=True))
        for place in [place for place in self._pipes if place not in wanted]:
            closing = asyncio.create_task(self._pipes.pop(place).close(), name="close a pipe")
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        return shape

    async def primaries(self) -> Sequence[Carrier]:
        """A pipe to each server; see Carrier."""
        shape = await self._topology.known()
        return [self._pipe(shape, number) for number in range(len(shape.urls))]

    async def close(self) -> None:
        """Closes every pipe; see Carrier."""
        self._closed = True
        # Pipes are taken out one by one: a command that fails meanwhile may find its server gone, and do the same.
        while self._pipes:
            _, pipe = self._pipes.popitem()
            await pipe.close()
        if self._closing:
            await asyncio.wait(self._closing)

    async def _try(
        self,
        shape: Shape,
        commands: Sequence[Command],
        todo: Sequence[int],
        replies: list[Reply],
    ) -> list[int]:
        """Puts the replies to those of `commands` in `todo`; which of them are to be tried again."""
        groups: dict[int | None, list[int]] = {}
        for place in todo:
            groups.setdefault(_server_of(shape, commands[place]), []).append(place)
        if len(groups) == 1:
            ((number, places),) = groups.items()
            await self._to_one(shape, number, commands, places, replies)
        else:
            await asyncio.gather(
                *(self._to_one(shape, n, commands, each, replies) for n, each in groups.items())
            )
        again = []
        for place in todo:
            reply = replies[place]
            if not isinstance(reply, redis_errors.ResponseError):
                continue
            if isinstance(reply, _NOT_NOW):
                again.append(place)
            elif isinstance(reply, redis_errors.AskError):
                replies[place] = await self._asked(reply, commands[place])
        return again

    async def _to_one(
        self,
        shape: Shape,
        number: int | None,
        commands: Sequence[Command],
        places: Sequence[int],
        replies: list[Reply],
    ) -> None:
        """Sends what one server holds. One that is away leaves a refusal of each command."""
        try:
            found = await self._pipe(shape, number).send(*[commands[place] for place in places])
        except StoreAway as away:
            for place in places:
                replies[place] = Lost(str(away))
            return
        for place, reply in zip(places, found, strict=True):
            replies[place] = reply

    async def _asked(self, ask: redis_errors.AskError, command: Command) -> Reply:
        """The reply of the server that a slot is moving to, and that has the key already."""
        url = self._topology.url_of(ask.host, int(ask.port))
        shape = await self._topology.known()
        if url not in shape.urls:
            shape = await self._topology.renewed(shape)
        if url not in shape.urls:
            return ask
        pipe = self._pipe(shape, shape.urls.index(url))
        _, reply = await pipe.send(("ASKING",), command)
        return reply

    def _pipe(self, shape: Shape, number: int | None) -> Pipe:
        if self._closed:
            raise StoreAway("The server is going down. Retry with the same request id.")
        if number is None:
            raise StoreAway(
                f"No server of the cluster at {self.where} has the table now. "
                "Retry with the same request id."
            )
        place = shape.urls[number], shape.fences[number]
        pipe = self._pipes.get(place)
        if pipe is None:
            pipe = self._pipes[place] = self._open_pipe(*place, self._doubt)
        return pipe


def _server_of(shape: Shape, command: Command) -> int | None:
    """The server that holds a command's first key; the first one for a command without keys."""
    if not shape.is_cluster:
        return 0
    if len(command) < 2:
        return 0
    key = command[3] if command[0] in _SCRIPTS else command[1]
    if isinstance(key, bytes):
        return shape.server_of(key)
    return shape.server_of(str(key).encode())
