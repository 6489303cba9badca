"""Every rpc, with messages and metadata of all sorts: typed errors alone, no crash, no memory that grows for ever."""

from __future__ import annotations

import asyncio
import gc
import os
from collections import Counter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ludoteca_core
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.resign import resign
from ludoteca_server.application.start import start
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from tests.e2e.api.rpcs import call
from tests.e2e.api.table import Stubs, bearer, channel, dice
from tests.games import GAMES
from tests.integration.fuzz.generator import Generator
from tests.integration.fuzz.inside import PATIENCE_S, QUIET_AFTER_S, RPCS, Inside
from tests.unit.application.house import House, Playing, new_id, sit

if TYPE_CHECKING:
    from google.protobuf.descriptor import MethodDescriptor

    from ludoteca_server.application.service import Application
    from tests.integration.fuzz.inside import Metadata

pytestmark = pytest.mark.usefixtures("quiet")

CALLS = int(os.environ.get("LUDOTECA_FUZZ_CALLS", "100000"))
WIRE_CALLS = CALLS // 100
SEED = 77
RENEWED_EVERY = 2_000
GROWTH_MOST_MB = 100
NEVER = ("INTERNAL", "UNKNOWN", "DATA_LOSS", "UNIMPLEMENTED", "UNAVAILABLE")


class Fuzzer:
    """Somebody who knows tables, tokens and actions of a house, and uses them in every wrong way."""

    def __init__(self, app: Application, house: House) -> None:
        self.chance = dice(SEED)
        self.generator = Generator(self.chance)
        self._app = app
        self._house = house
        self._tokens = [bytes([n + 1]) * 32 for n in range(4)]
        self._bases: dict[str, list[bytes]] = {}

    async def look_around(self) -> None:
        """Opens tables of each game with tokens that are known, and learns their legal actions and a record."""
        app, hashes = self._app, [ludoteca_core.hash_token(each) for each in self._tokens]
        self.generator.forget()
        for game, is_open in product(GAMES, (True, False)):
            table = Playing(await self._house.open(app, 3, game=game), hashes[:3])
            for seat in range(3):
                await sit(app, table.table_id, hashes[seat], seat=seat)
            self.generator.table_ids += [table.table_id] * (2 if is_open else 6)
            if is_open:
                continue
            starting = wire.StartTableRequest(table_id=table.table_id, request_id=new_id())
            await start(starting.SerializeToString(), hashes[0], scribe=app.scribe, pace=app.pace)
            info = table_pb2.Table.FromString((await app.tables.fresh(table.table_id)).table.info())
            self.generator.actions.append(info.options)
            for token in table.tokens:
                offers = (await table.offers(app, token)).offers
                self.generator.actions += [offer.action for offer in offers[:30]]
        self.generator.blobs += [await self._short_record()] * 4

    async def _short_record(self) -> bytes:
        """The record of a table that ended as soon as it had begun."""
        app = self._app
        table = await self._house.playing(app, 2)
        request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
        await resign(request.SerializeToString(), table.tokens[0], scribe=app.scribe, pace=app.pace)
        events = [entry.event for entry in self._house.log.logs[table.table_id]]
        return app.library.export_record(events, None)

    def renew(self) -> None:
        """New messages to spoil."""
        self._bases = {
            rpc.full_name: [self.generator.request(rpc) for _ in range(60)] for rpc in RPCS
        }

    def payload(self, rpc: MethodDescriptor) -> bytes:
        return self.generator.spoilt(self.chance.choice(self._bases[rpc.full_name]))

    def token(self) -> bytes | None:
        """A seat's, a stranger's, or none."""
        kind = self.chance.random()
        if kind < 0.7:
            return self.chance.choice(self._tokens)
        return None if kind < 0.85 else self.chance.randbytes(32)

    def metadata(self) -> Metadata:
        if self.chance.random() < 0.1:
            garbage = self.chance.randbytes(self.chance.randrange(80)).decode("latin-1")
            return ((self.chance.choice(("authorization", "grpc-timeout", "x")), garbage),)
        token = self.token()
        return () if token is None else bearer(token)


def resident_mb() -> int:
    """The memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def unbounded() -> House:
    """A house where nobody is sent away for calling often."""
    limits = Limits(
        actions_per_second=0,
        peer_calls_per_second=0,
        peer_tables_per_minute=0,
        peer_record_bytes_per_minute=0,
        streams_per_peer=0,
        hot_tables=50,
    )
    return House(limits=limits)


async def play_on(app: Application, house: House) -> int:
    """A whole table of El Gaucho; its last seq."""
    table = await house.playing(app, 2, game="el_gaucho")
    seq = 0
    while not (await app.tables.fresh(table.table_id)).table.is_over:
        seq = await table.move(app, seq)
    return seq


@pytest.mark.timeout(600)  # long where others work on the same machine
async def test_every_rpc_answers_whatever_comes_with_a_typed_error() -> None:
    house = unbounded()
    app = house.worker()
    fuzzer, inside = Fuzzer(app, house), Inside(app)
    answers: Counter[str] = Counter()
    of_rpc: Counter[str] = Counter()
    before_mb = 0
    for number in range(CALLS):
        if number % RENEWED_EVERY == 0:
            await fuzzer.look_around()
            fuzzer.renew()
        if number == CALLS // 10:
            before_mb = resident_mb()
        rpc = fuzzer.chance.choice(RPCS)
        payload, metadata = fuzzer.payload(rpc), fuzzer.metadata()
        try:
            answer = await inside.call(rpc, payload, metadata)
        except (Exception, asyncio.CancelledError) as error:
            raise AssertionError(f"call {number}: {rpc.name} {payload!r} {metadata}") from error
        assert not answer.startswith(NEVER), (number, rpc.name, payload, metadata, answer)
        answers[answer] += 1
        of_rpc[rpc.name] += answer == "OK"
    gc.collect()
    grown_mb = resident_mb() - before_mb
    print(f"{CALLS} calls of {len(RPCS)} rpcs, seed {SEED}, {grown_mb} MB more: {dict(answers)}")
    silent = {rpc.name for rpc in RPCS if not of_rpc[rpc.name]}
    assert silent <= {"Act", "TakeBack"}, "every other rpc is also called as it should be"
    assert len(answers) > 20
    assert grown_mb < GROWTH_MOST_MB
    assert await play_on(app, house) > 50, "it serves on"


async def test_every_rpc_answers_on_the_wire_too() -> None:
    house = unbounded()
    app = house.worker()
    transport = Transport(app, Settings.model_validate({"port": 0, "drain_s": 0}))
    stubs = Stubs(channel(f"127.0.0.1:{await transport.start()}"))
    fuzzer = Fuzzer(app, house)
    await fuzzer.look_around()
    fuzzer.renew()
    codes: Counter[str] = Counter()
    for _ in range(WIRE_CALLS):
        rpc = fuzzer.chance.choice(RPCS)
        try:
            async with asyncio.timeout(QUIET_AFTER_S if rpc.server_streaming else PATIENCE_S):
                failure = await call(stubs, rpc, fuzzer.payload(rpc), fuzzer.token())
        except TimeoutError:
            assert rpc.server_streaming, "the call is never answered"
            codes["QUIET"] += 1
        else:
            codes["OK" if failure is None else failure.code.name] += 1
    print(f"{WIRE_CALLS} calls on the wire, seed {SEED}: {dict(codes)}")
    assert not set(codes) & set(NEVER)
    assert len(codes) >= 5
    assert await play_on(app, house) > 50
    await stubs.channel.close()
    await transport.drain()
