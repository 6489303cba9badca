"""Two things to wait for at once: what happens at the table, and what somebody types."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from ludoteca_client import Moment
    from ludoteca_tui.lines import LineSource


@dataclass(frozen=True)
class Typed:
    """A line that was typed; None at the end of the input."""

    line: str | None


async def either(
    moments: AsyncGenerator[Moment], lines: LineSource, listens: Callable[[], bool]
) -> AsyncGenerator[Moment | Typed]:
    """What comes first, again and again, until there are no more moments.

    A line is only asked for while `listens()`.
    """
    news: asyncio.Task[Moment | None] | None = None
    typing: asyncio.Task[Typed] | None = None
    async with aclosing(moments):
        try:
            while True:
                news = news or asyncio.ensure_future(_next_moment(moments))
                if listens() and typing is None:
                    typing = asyncio.ensure_future(_next_line(lines))
                waited = [task for task in (news, typing) if task is not None]
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                if news.done():
                    moment, news = news.result(), None
                    if moment is None:
                        return
                    yield moment
                elif typing is not None and typing.done():
                    typed, typing = typing.result(), None
                    yield typed
        finally:
            for task in (news, typing):
                if task is not None:
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)


async def _next_moment(moments: AsyncGenerator[Moment]) -> Moment | None:
    return await anext(moments, None)


async def _next_line(lines: LineSource) -> Typed:
    return Typed(await lines.next())
