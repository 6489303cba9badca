"""Bugs on the way to the store and back: whoever waits is told, and the next command goes through."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import hiredis
import pytest
from redis.asyncio import Connection

from ludoteca_server.eventlog.connection import Pipe
from ludoteca_server.eventlog.line import Line
from ludoteca_server.eventlog.subscriber import Subscriber
from ludoteca_server.model.errors import StoreAway

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    Break = Callable[[pytest.MonkeyPatch, Pipe], None]

WITHIN_S = 10
CALLERS = 3


class Bug(Exception):
    """What nobody thought of."""


class Store:
    """Says what a store would; a test holds its answers, and replicas confirm or not."""

    def __init__(self) -> None:
        self.url = ""
        self.answers = asyncio.Event()
        self.answers.set()
        self.asked = asyncio.Event()
        """A command has come since a test cleared it."""
        self.replicas = 1
        self._writers: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        commands = hiredis.Reader()
        while data := await reader.read(1 << 16):
            commands.feed(data)
            while command := commands.gets():
                self.asked.set()
                await self.answers.wait()
                writer.write(self._reply(command))

    def _reply(self, command: list[bytes]) -> bytes:
        match command:
            case [b"ECHO", word]:
                return b"$%d\r\n%s\r\n" % (len(word), word)
            case [b"PEXPIRE", *_]:
                return b":1\r\n"
            case [b"WAIT", *_]:
                return b":%d\r\n" % self.replicas
            case [b"SSUBSCRIBE", name]:
                return b"*3\r\n$10\r\nssubscribe\r\n$%d\r\n%s\r\n:1\r\n" % (len(name), name)
        return b"+OK\r\n"

    def cut(self) -> None:
        """Closes every connection."""
        for writer in self._writers:
            writer.close()
        self._writers.clear()


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    store = Store()
    server = await asyncio.start_server(store.serve, "127.0.0.1", 0)
    store.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield store
    store.answers.set()
    store.cut()
    server.close()
    await server.wait_closed()


async def raising(*_: object, **__: object) -> None:
    raise Bug


def raises(*_: object, **__: object) -> None:
    raise Bug


def connecting(patch: pytest.MonkeyPatch, pipe: Pipe) -> None:
    patch.setattr(Connection, "connect", raising)
    cut_off(pipe)


def connecting_and_disconnecting(patch: pytest.MonkeyPatch, pipe: Pipe) -> None:
    patch.setattr(Connection, "connect", raising)
    patch.setattr(Connection, "disconnect", raising)
    cut_off(pipe)


def making_a_line(patch: pytest.MonkeyPatch, pipe: Pipe) -> None:
    patch.setattr(Line, "__init__", raises)
    cut_off(pipe)


def writing(patch: pytest.MonkeyPatch, _: Pipe) -> None:
    patch.setattr(Line, "exchange", raises)


def writing_on_a_fresh_one(patch: pytest.MonkeyPatch, pipe: Pipe) -> None:
    patch.setattr(Line, "exchange", raises)
    cut_off(pipe)


def taking_a_reply(patch: pytest.MonkeyPatch, _: Pipe) -> None:
    patch.setattr(Line, "take", raises)


def doubting_an_old_connection(patch: pytest.MonkeyPatch, pipe: Pipe) -> None:
    for lane in pipe._lanes:
        patch.setattr(lane, "_doubt", raises)
    cut_off(pipe)


def cut_off(pipe: Pipe) -> None:
    """The next batch needs a fresh connection."""
    for lane in pipe._lanes:
        assert lane._line is not None
        lane._line._transport.close()


async def all_told(asking: list[asyncio.Task[object]]) -> list[object]:
    """What every caller gets; one that hears nothing fails the test."""
    _, silent = await asyncio.wait(asking, timeout=WITHIN_S)
    for task in silent:
        task.cancel()
    assert not silent, f"{len(silent)} callers were never told"
    return await asyncio.gather(*asking, return_exceptions=True)


def ask(pipe: Pipe) -> list[asyncio.Task[object]]:
    words = (b"%d" % number for number in range(CALLERS))
    return [asyncio.create_task(pipe.ask("ECHO", word), name=word.decode()) for word in words]


@pytest.mark.parametrize(
    "break_it",
    [
        connecting,
        connecting_and_disconnecting,
        making_a_line,
        writing,
        writing_on_a_fresh_one,
        taking_a_reply,
        doubting_an_old_connection,
    ],
)
async def test_whatever_breaks_every_caller_is_told_and_the_next_one_gets_through(
    store: Store, monkeypatch: pytest.MonkeyPatch, break_it: Break
) -> None:
    pipe = Pipe(store.url, name="test")
    assert await pipe.ask("ECHO", b"before") == b"before"
    with monkeypatch.context() as patch:
        asking = ask(pipe)
        await asyncio.sleep(0)  # the batch is about to go out
        break_it(patch, pipe)
        told = await all_told(asking)
        whole = [b"%d" % number for number in range(CALLERS)]
        assert told == whole or all(isinstance(each, StoreAway) for each in told), told
    assert await asyncio.wait_for(pipe.ask("ECHO", b"after"), WITHIN_S) == b"after"
    assert pipe._free == pipe._lanes
    assert pipe._bytes == 0
    await asyncio.wait_for(pipe.close(), WITHIN_S)


@pytest.mark.parametrize("what", ["_doubt", "abort", "connection_lost"])
async def test_a_connection_that_ends_in_a_bug_is_told_to_its_callers(
    store: Store, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    pipe = Pipe(store.url, name="test", timeout_s=0.3 if what == "abort" else 5)
    await pipe.ask("ECHO", b"before")
    [lane] = pipe._lanes
    assert lane._line is not None
    with monkeypatch.context() as patch:
        match what:
            case "_doubt":
                patch.setattr(lane, "_doubt", raises)
            case "abort":  # a silent store is given up
                patch.setattr(lane._line, "_transport", Unabortable(lane._line._transport))
            case _:
                patch.setattr(lane._line._before, "connection_lost", raises)
        store.asked.clear()
        store.answers.clear()
        asking = ask(pipe)
        await store.asked.wait()
        if what != "abort":
            store.cut()
            store.answers.set()
        told = await all_told(asking)
        assert all(isinstance(each, (StoreAway, bytes)) for each in told)
    store.answers.set()
    assert await asyncio.wait_for(pipe.ask("ECHO", b"after"), WITHIN_S) == b"after"
    await asyncio.wait_for(pipe.close(), WITHIN_S)


class Unabortable:
    """A transport that cannot be aborted."""

    def __init__(self, transport: asyncio.WriteTransport) -> None:
        self._transport = transport

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def abort(self) -> None:
        self._transport.abort()
        raise Bug


async def test_a_batch_that_no_replica_confirms_is_told_though_the_doubt_fails(
    store: Store,
) -> None:
    pipe = Pipe(store.url, name="test", fence_key=b"fence", doubt=raises)
    store.replicas = 0
    told = await all_told(ask(pipe))
    assert all(isinstance(each, StoreAway) for each in told), told
    store.replicas = 1
    assert await asyncio.wait_for(pipe.ask("ECHO", b"after"), WITHIN_S) == b"after"
    await asyncio.wait_for(pipe.close(), WITHIN_S)


async def test_a_subscriber_outlives_a_bug_while_it_connects(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscriber = Subscriber(store.url, timeout_s=5)
    with monkeypatch.context() as patch:
        patch.setattr(Connection, "connect", raising)
        with pytest.raises(StoreAway):
            async with asyncio.timeout(4), subscriber.follow("t"):
                pass
    async with asyncio.timeout(WITHIN_S), subscriber.follow("t"):
        pass
    await subscriber.close()
