"""Locks by table: in the order of those who came, and nothing is left of a free one."""

from __future__ import annotations

import asyncio

import pytest

from ludoteca_server.application.locks import Locks
from tests.unit.application.house import spin


async def test_one_after_the_other_in_the_order_they_came() -> None:
    locks, order = Locks(), []
    go_on = asyncio.Event()

    async def hold(table_id: str, name: str) -> None:
        async with locks.of(table_id):
            order.append(name)
            await go_on.wait()

    tasks = [asyncio.create_task(hold("t", name)) for name in "abc"]
    other = asyncio.create_task(hold("u", "another table"))
    await spin()
    assert order == ["a", "another table"]
    go_on.set()
    await asyncio.gather(*tasks, other)
    assert order == ["a", "another table", "b", "c"]
    assert not locks._held


async def test_who_waits_may_give_up() -> None:
    locks, order = Locks(), []

    async def hold(name: str) -> None:
        async with locks.of("t"):
            order.append(name)

    async with locks.of("t"):
        tasks = [asyncio.create_task(hold(name)) for name in "abc"]
        await spin()
        tasks[0].cancel()
        await spin()
    tasks[1].cancel()  # the lock is handed to it, and it does not take it
    await asyncio.wait(tasks)
    assert order == ["c"]
    assert not locks._held


async def test_a_failure_hands_the_lock_on() -> None:
    locks = Locks()
    with pytest.raises(ZeroDivisionError):
        async with locks.of("t"):
            _ = 1 // 0
    assert not locks._held
