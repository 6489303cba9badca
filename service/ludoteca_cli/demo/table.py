"""One table of the demo, from its first event to its verified record."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

from ludoteca.v1.record_service_pb2 import VerifyRecordResponse
from ludoteca_cli.demo.proof import Proof
from ludoteca_cli.demo.spectator import Spectator
from ludoteca_client import Client
from ludoteca_core import Library

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ludoteca.v1.catalog_service_pb2 import Game
    from ludoteca_client import SeatHandle
    from ludoteca_server.datadir import Running

LATE_FROM = 30
KILLED_AT = 50
NAMES = ("Ana", "Bea", "Cleo", "Dora", "Elsa")


class DemoTable:
    """Plays a whole table of one game with bots while two spectators watch and a worker is killed."""

    def __init__(
        self, game: Game, running: Running, folder: Path, say: Callable[[str], None]
    ) -> None:
        self._game = game
        self._running = running
        self._folder = folder
        self._say = say
        self._clients: list[Client] = []
        self._told: list[bytes] = []
        self._last_public_view = 0
        self.proof = Proof(game.id, game.name)

    async def run(self) -> Proof:
        """Everything in order."""
        try:
            seats = await self._seated()
            await self._played(seats)
            await self._rebuilt(seats)
            await self._recorded()
        finally:
            for client in self._clients:
                await client.close()
        return self.proof

    def _client(self) -> Client:
        """A connection of its own: each may land on another worker."""
        client = Client(self._running.address, patience_s=30)
        self._clients.append(client)
        return client

    async def _seated(self) -> list[SeatHandle]:
        """Creates a table of the most seats and fills them."""
        table = await self._client().create_table(
            self._game.id, self._game.max_seats, name=f"Demo of {self._game.name}"
        )
        self.proof.table_id = table.table_id
        return [
            await self._client().join(table.table_id, NAMES[seat], seat=seat, bot=True)
            for seat in range(self._game.max_seats)
        ]

    async def _played(self, seats: list[SeatHandle]) -> None:
        """Bots play to the end; meanwhile spectators come and a worker goes."""
        address, table_id = self._running.address, self.proof.table_id
        self._say(f"{self._game.name}: {len(seats)} bots play, a spectator watches")
        async with Spectator(address, table_id) as first:
            start = time.perf_counter()
            await seats[0].start()
            bots = [asyncio.create_task(_bot(seat)) for seat in seats]
            await first.reached(LATE_FROM)
            async with Spectator(address, table_id) as late:
                await first.reached(KILLED_AT)
                killed = self._running.workers[0]
                self._say(f"{self._game.name}: worker {killed} is killed (kill -9)")
                os.kill(killed, signal.SIGKILL)
                await asyncio.gather(*bots)
                await asyncio.gather(first.end(), late.end())
                seconds = time.perf_counter() - start
                self._compare(first, late, killed, seconds)

    def _compare(self, first: Spectator, late: Spectator, killed: int, seconds: float) -> None:
        self._told = first.told()
        self._last_public_view = first.notices[-1].view_digest
        events = len(first.notices)
        actions = sum(notice.kind == "acted" for notice in first.notices)
        seqs = [notice.seq for notice in first.notices]
        self.proof.check(
            "A whole table was played over gRPC",
            first.notices[-1].seed != b"" and seqs == list(range(1, events + 1)),
            f"{actions} actions in {seconds:.1f} s, {actions / seconds:.0f}/s, each one on the disk"
            " before anybody heard of it",
        )
        self.proof.check(
            "A worker was killed in mid-game and the game went on",
            events > KILLED_AT,
            f"kill -9 of process {killed} at event {KILLED_AT};"
            f" spectators resumed {first.reconnects + late.reconnects} times, no event lost or twice",
        )
        self.proof.check(
            "Who joined in the middle saw what the first spectator saw",
            late.told() == self._told,
            f"{events} notices byte for byte, joined at event {LATE_FROM}",
        )

    async def _rebuilt(self, seats: list[SeatHandle]) -> None:
        """Folds the stream in another process, and compares what every viewer would see."""
        self._say(f"{self._game.name}: another process folds the log")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "ludoteca_cli.demo.rebuild", self._running.store, self.proof.table_id),
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await process.communicate()
        folded = json.loads(output) if process.returncode == 0 else {}
        views = [(await seat.view(words=False)).view_digest for seat in seats]
        same = folded.get("public_view") == self._last_public_view and folded.get("views") == views
        self.proof.check(
            "Another process got the same state from the stream alone",
            same,
            f"{len(views) + 1} viewers' digests equal, folded in {folded.get('fold_ms', 0):.1f} ms",
        )
        self.proof.final_digest = str(folded.get("digest", ""))

    async def _recorded(self) -> None:
        """Exports the record and verifies it here, without the service."""
        self._say(f"{self._game.name}: the record is verified")
        record = await self._client().records.export(self.proof.table_id)
        file = self._folder / f"{self._game.id}.jsonl"
        file.write_bytes(record)
        start = time.perf_counter()
        found = VerifyRecordResponse.FromString(Library().verify_record(record))
        spent_ms = (time.perf_counter() - start) * 1000
        self.proof.check(
            "The record holds: every event decided again, every shuffle recomputed",
            found.ok and found.final_digest == self.proof.final_digest,
            found.failure
            or f"{found.events} events, {found.picks} picks from the revealed seed,"
            f" {spent_ms:.0f} ms, {len(record) // 1024} KB",
        )
        self.proof.record = file


async def _bot(seat: SeatHandle) -> None:
    from ludoteca_bots import play

    await play(seat, "greedy")
