"""Threads for calls that block, and may hang for ever."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    T = TypeVar("T")


class LooseThreads:
    """A few threads that nobody waits for at the end.

    Python waits for those of an executor before it ends, also for one that hangs: a command that has said so would
    not come back, and a worker would have to be killed.
    """

    def __init__(self, most: int, name: str) -> None:
        """None is started before there is work for it."""
        self._most = most
        self._name = name
        self._started = 0
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Does the work in one of them, once one is free; cancelled before, it is left undone."""
        done: Future[T] = Future()

        def job() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                result = work()
            except BaseException as error:  # it is for whoever waits for the work
                done.set_exception(error)
            else:
                done.set_result(result)

        self._jobs.put(job)
        if self._started < self._most:
            name = f"{self._name}_{self._started}"
            Thread(target=_work, args=(self._jobs,), name=name, daemon=True).start()
            self._started += 1
        return asyncio.wrap_future(done)

    def close(self) -> None:
        """Lets each of them end after what it does; one that hangs is left behind."""
        for _ in range(self._started):
            self._jobs.put(None)


def _work(jobs: SimpleQueue[Callable[[], None] | None]) -> None:
    while (job := jobs.get()) is not None:
        job()
