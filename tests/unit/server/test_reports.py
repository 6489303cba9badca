"""The socket between a supervisor and a worker."""

from __future__ import annotations

import asyncio
import os

from ludoteca_server.reports import Line, answer


async def test_every_question_is_answered_and_a_worker_that_is_gone_is_no_error() -> None:
    line = Line()
    told = iter((b"first", b"x" * 100_000, b""))
    working = asyncio.create_task(answer(os.dup(line.theirs.fileno()), lambda: next(told)))
    line.theirs.close()
    assert await line.ask(10) == b"first"
    assert await line.ask(10) == b"x" * 100_000
    assert await line.ask(10) == b""
    working.cancel()
    await asyncio.wait([working])
    assert await line.ask(10) is None
    await line.close()


async def test_a_worker_that_is_stopped_keeps_nobody_waiting_and_answers_later() -> None:
    line = Line()
    assert await line.ask(0) is None, "nobody is there yet"
    working = asyncio.create_task(answer(os.dup(line.theirs.fileno()), lambda: b"here"))
    assert await line.ask(10) == b"here", "the same question: no answer is taken for another's"
    assert await line.ask(10) == b"here"
    await line.close()
    line.theirs.close()
    await working
