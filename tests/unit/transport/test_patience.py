"""Readers who do not read: their writes end, and nobody else's."""

from __future__ import annotations

import asyncio
import struct
from typing import TYPE_CHECKING
from unittest.mock import MagicMock

import grpc
import pytest

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.model.errors import SlowReader
from ludoteca_server.model.limits import Limits
from ludoteca_server.model.stream import Echoed, Live, Told
from ludoteca_server.settings import Settings
from ludoteca_server.tally import Tally
from ludoteca_server.transport.framing import items_in, play_responses
from ludoteca_server.transport.patience import Patience
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import PATIENCE_S, Stubs, bearer, channel, failure_of, new_game
from tests.unit.application.house import House, follow, spin

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.stream import StreamItem
    from ludoteca_server.transport.metadata import Context
    from tests.e2e.api.table import Game

    Play = grpc.aio.StreamStreamCall[wire.PlayRequest, wire.PlayResponse]

AT_MOST_S = 0.2


class Reader:
    """A context whose client reads when it is told to."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.got: list[bytes] = []

    async def write(self, message: bytes) -> None:
        await self.reads.wait()
        self.got.append(message)

    @property
    def context(self) -> Context:
        context = MagicMock()
        context.write = self.write
        return context


@pytest.fixture
async def worker() -> AsyncIterator[tuple[Application, str]]:
    """A worker in this process that gives up on a reader soon, and lets an address have three streams."""
    limits = Limits(slow_reader_s=AT_MOST_S, streams_per_peer=3)
    app = House(limits=limits).worker()
    transport = Transport(app, Settings.model_validate({"port": 0, "drain_s": 0}))
    yield app, f"127.0.0.1:{await transport.start()}"
    await transport.drain()


def narrow(address: str) -> Stubs:
    """A client that takes in no more than what it is asked to read."""
    options = (("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1 << 10))
    return Stubs(channel(address, *options))


async def unread(stubs: Stubs, game: Game) -> Play:
    """A player's stream with more answers on their way than its client takes in."""
    stream = stubs.tables.Play(metadata=bearer(game.tokens[0]))
    await stream.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id, from_seq=1)))
    for _ in range(8):
        await stream.write(wire.PlayRequest(echo=wire.Echo(payload=bytes(100_000))))
    return stream


async def test_a_write_that_waits_too_long_is_given_up_and_the_others_go_on() -> None:
    tally = Tally()
    patience = Patience(AT_MOST_S, tally=tally)
    slow, quick = Reader(), Reader()
    quick.reads.set()
    waiting = asyncio.create_task(patience.write(slow.context, b"1"))
    written = 0
    while not waiting.done():
        await patience.write(quick.context, b"2")
        written += 1
        await asyncio.sleep(0)
    with pytest.raises(SlowReader, match=r"for 0\.2 s"):
        waiting.result()
    assert tally.streams_evicted == 1
    assert len(quick.got) == written > 10


async def test_a_reader_that_comes_back_in_time_is_served() -> None:
    patience = Patience(AT_MOST_S, tally=Tally())
    reader = Reader()
    for _ in range(4):  # twice as long as the bound in all
        reader.reads.clear()
        waiting = asyncio.create_task(patience.write(reader.context, b"1"))
        await asyncio.sleep(AT_MOST_S / 2)
        reader.reads.set()
        await waiting
    assert len(reader.got) == 4


async def test_a_client_that_goes_is_no_slow_reader() -> None:
    tally = Tally()
    patience = Patience(AT_MOST_S, tally=tally)
    waiting = asyncio.create_task(patience.write(Reader().context, b"1"))
    await spin()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert tally.streams_evicted == 0


async def test_without_a_bound_a_write_waits() -> None:
    patience = Patience(0, tally=Tally())
    waiting = asyncio.create_task(patience.write(Reader().context, b"1"))
    await asyncio.sleep(AT_MOST_S * 2)
    assert not waiting.done()
    waiting.cancel()


async def test_an_evicted_stream_says_where_to_resume() -> None:
    house = House()
    app = house.worker()
    table = await house.playing(app)
    items = follow(app, table.table_id)
    last = 0
    while not isinstance(item := await anext(items), Live):
        assert isinstance(item, Told)
        last = item.seq
    sent = await table.move(app)
    assert isinstance(await anext(items), Told)
    await table.move(app)
    with pytest.raises(SlowReader) as caught:
        await items.athrow(SlowReader(AT_MOST_S))
    assert caught.value.resume == {table.table_id: sent + 1}
    assert sent == last + 1
    assert len(app.hub) == 0


async def test_what_was_taken_and_not_sent_is_named_as_not_sent() -> None:
    house = House()
    app = house.worker()
    table = await house.playing(app)
    items = follow(app, table.table_id)
    told = [item for item in [await anext(items) for _ in range(3)] if isinstance(item, Told)]
    slow = SlowReader(AT_MOST_S)
    slow.unsent = told[1:]
    with pytest.raises(SlowReader) as caught:
        await items.athrow(slow)
    assert caught.value.resume == {table.table_id: told[1].seq}


def test_items_of_messages_are_counted() -> None:
    group: list[StreamItem] = [Echoed(bytes(30_000)) for _ in range(5)]
    messages = list(play_responses(group))
    assert [items_in(messages[:count]) for count in range(4)] == [0, 2, 4, 5]


async def test_a_player_who_does_not_read_is_evicted_and_counts_until_it_goes(
    worker: tuple[Application, str],
) -> None:
    app, address = worker
    others, own = Stubs(channel(address)), narrow(address)
    game = await new_game(others)
    stream = await unread(own, game)
    async with asyncio.timeout(PATIENCE_S):
        while not app.tally.streams_evicted or len(app.hub):
            await game.move(others)
            await asyncio.sleep(0.01)
    assert app.doors._open.total() == 1, "its status has not left"
    last = await game.move(others)
    seqs: list[int] = []
    while True:
        try:
            response = await stream.read()
        except grpc.aio.AioRpcError as error:
            failure = failure_of(error)
            break
        assert isinstance(response, wire.PlayResponse)
        if response.HasField("notice"):
            seqs.append(response.notice.seq)
    assert failure.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert failure.info.reason == "slow_reader"
    assert failure.retry_s == 1
    resume = int(failure.info.metadata["seq"])
    assert seqs == list(range(1, resume)), "the messages before the status are those it counts"
    assert resume <= last
    async with asyncio.timeout(PATIENCE_S):
        while app.doors._open:
            await asyncio.sleep(0.01)
    for stubs in (own, others):
        await stubs.channel.close()


async def test_an_evicted_client_that_goes_leaves_nothing(
    worker: tuple[Application, str],
) -> None:
    app, address = worker
    others, own = Stubs(channel(address)), narrow(address)
    game = await new_game(others)
    await unread(own, game)
    async with asyncio.timeout(PATIENCE_S):
        while not app.tally.rejections["slow_reader"]:  # the status is on its way then
            await asyncio.sleep(0.01)
    await own.channel.close()
    async with asyncio.timeout(PATIENCE_S):
        while app.doors._open:
            await asyncio.sleep(0.01)
    assert app.tally.calls["/ludoteca.v1.TableService/Play", "RESOURCE_EXHAUSTED"] == 1
    assert app.tally.streams_evicted == 1
    await others.channel.close()


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """An HTTP/2 frame."""
    return (
        struct.pack(">I", len(payload))[1:]
        + bytes([kind, flags])
        + struct.pack(">I", stream)
        + payload
    )


def literal(name: str, value: str) -> bytes:
    """A header as HPACK writes it without a table."""
    return b"\x00" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


async def test_a_client_that_takes_no_byte_from_the_first_on_is_evicted(
    worker: tuple[Application, str],
) -> None:
    """A window of nothing: not one message can leave, and the status has to come behind it all the same."""
    app, address = worker
    stubs = Stubs(channel(address))
    game = await new_game(stubs)
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    names = {":method": "POST", ":scheme": "http", ":path": "/ludoteca.v1.TableService/Watch"}
    names |= {":authority": address, "content-type": "application/grpc", "te": "trailers"}
    follows = [wire.Follow(table_id=game.table_id, from_seq=1)]
    request = wire.WatchRequest(follows=follows).SerializeToString()
    writer.write(
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        + frame(4, 0, 0, struct.pack(">HI", 4, 0))  # SETTINGS: INITIAL_WINDOW_SIZE 0
        + frame(1, 4, 1, b"".join(literal(*each) for each in names.items()))
        + frame(0, 1, 1, struct.pack(">BI", 0, len(request)) + request)
    )
    async with asyncio.timeout(PATIENCE_S):
        while not app.tally.streams_evicted or len(app.hub):
            await asyncio.sleep(0.01)
    writer.write(frame(8, 0, 1, struct.pack(">I", 1 << 20)))  # WINDOW_UPDATE
    kinds: list[tuple[int, int]] = []
    async with asyncio.timeout(PATIENCE_S):
        while (1, 5) not in kinds:  # HEADERS that end the stream: its status
            head = await reader.readexactly(9)
            await reader.readexactly(int.from_bytes(head[:3], "big"))
            if head[5:] == b"\x00\x00\x00\x01":
                kinds.append((head[3], head[4]))
    assert kinds == [(1, 4), (0, 0), (1, 5)], "headers, the message that waited, the status"
    writer.close()
    await stubs.channel.close()
