"""Commands on their way to several servers while the worker goes down."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import pytest

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.routing import Routed
from ludoteca_server.eventlog.topology import SLOTS, Shape
from ludoteca_server.model.errors import StoreAway

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_server.eventlog.carrier import Command, Reply
    from ludoteca_server.eventlog.connection import Pipe
    from ludoteca_server.eventlog.topology import Topology

TWO = Shape(("a", "b"), (keys.fence(0), keys.fence(1)), (0, 1) * (SLOTS // 2))
ONE = Shape(("b",), (keys.fence(1),), (0,) * SLOTS)


class DyingPipe:
    """A server that answers nothing until it is gone."""

    def __init__(self) -> None:
        self.sending = asyncio.Event()
        self.gone = asyncio.Event()

    async def send(self, *_commands: Command) -> list[Reply]:
        self.sending.set()
        await self.gone.wait()
        raise StoreAway("It is gone.")

    async def close(self) -> None:
        await self.gone.wait()


class FailedOver:
    """A store of two servers that turns out to be one when it is asked again."""

    where = "here"
    shape = TWO

    async def known(self) -> Shape:
        return self.shape

    async def renewed(self, _failed: Shape) -> Shape:
        return ONE


async def test_a_server_that_fails_while_all_pipes_are_closed_is_closed_too() -> None:
    pipes: dict[str, DyingPipe] = {}

    def open_pipe(url: str, _fence: bytes, _doubt: Callable[[], None]) -> Pipe:
        pipes[url] = DyingPipe()
        return cast("Pipe", pipes[url])

    routed = Routed(cast("Topology", FailedOver()), open_pipe)
    commands = [("GET", b"{%d}" % tag) for tag in range(8)]
    sending = [asyncio.create_task(routed.send(command)) for command in commands]
    while len(pipes) < 2:
        await asyncio.sleep(0)
    closing = asyncio.create_task(routed.close())
    await asyncio.sleep(0)
    pipes["a"].gone.set()
    for _ in range(10):
        await asyncio.sleep(0)
    pipes["b"].gone.set()
    await closing
    for each in sending:
        with pytest.raises(StoreAway):
            await each
