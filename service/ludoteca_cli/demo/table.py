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
from ludoteca_bots import play
from ludoteca_cli.demo.proof import Proof
from ludoteca_cli.demo.spectator import Spectator
from ludoteca_client import Client
from ludoteca_core import Library
from ludoteca_server.datadir import running

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ludoteca.v1.catalog_service_pb2 import Game
    from ludoteca_client import SeatHandle
    from ludoteca_server.datadir import Running

PATIENCE_S = 30
LATE_FROM = 60
KILLED_AT = 80
NAMES = ("Ana", "Bea", "Cleo", "Dora", "Elsa")
PACE_MS = {
    "tick_ms": 300,
    "grace_ms": 50,
    "reveal_ms": 200,
    "restart_ms": 200,
    "scramble_ms": 1000,
    "decision_ms": 5000,
}
"""A game in real time is played at its shortest intervals: nobody looks at the cards."""


class DemoTable:
    """Plays a whole table of one game with bots while two spectators watch and a worker is killed."""

    def __init__(
        self,
        game: Game,
        service: Running,
        data_dir: Path,
        records: Path,
        say: Callable[[str], None],
    ) -> None:
        self._game = game
        self._service = service
        self._data_dir = data_dir
        self._records = records
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
        client = Client(self._service.address, patience_s=PATIENCE_S)
        self._clients.append(client)
        return client

    async def _seated(self) -> list[SeatHandle]:
        """Creates a table of the most seats and fills them."""
        paced = {option.id for option in self._game.options} & PACE_MS.keys()
        table = await self._client().create_table(
            self._game.id,
            self._game.max_seats,
            name=f"Demo of {self._game.name}",
            options={option: PACE_MS[option] for option in sorted(paced)},
        )
        self.proof.table_id = table.table_id
        return [
            await self._client().join(table.table_id, NAMES[seat], seat=seat, bot=True)
            for seat in range(self._game.max_seats)
        ]

    async def _played(self, seats: list[SeatHandle]) -> None:
        """Bots play to the end; meanwhile spectators come and a worker goes."""
        address, table_id = self._service.address, self.proof.table_id
        self._say(f"{self._game.name}: {len(seats)} bots play, a spectator watches")
        async with Spectator(address, table_id) as first, asyncio.TaskGroup() as bots:
            start = time.perf_counter()
            await seats[0].start()
            for seat in seats:
                bots.create_task(play(seat, "greedy", patience_s=PATIENCE_S))
            await first.reached(LATE_FROM)
            async with Spectator(address, table_id) as late:
                await first.reached(KILLED_AT)
                killed, before = await first.worker_pid(), self._workers()
                self._say(f"{self._game.name}: worker {killed} is killed (kill -9)")
                os.kill(killed, signal.SIGKILL)
                await asyncio.gather(first.end(), late.end())
                seconds = time.perf_counter() - start
                self._compare(first, late, seconds)
                self._survived(first, late, killed, await self._replacement(before))

    def _workers(self) -> set[int]:
        """The worker processes of the moment."""
        now = running(self._data_dir)
        return set(now.workers) if now is not None else set()

    async def _replacement(self, before: set[int]) -> int:
        """The process that the supervisor started in the place of the killed one."""
        while not (fresh := self._workers() - before):  # noqa: ASYNC110 - another process tells
            await asyncio.sleep(0.05)
        return fresh.pop()

    def _survived(self, first: Spectator, late: Spectator, killed: int, fresh: int) -> None:
        self.proof.check(
            "A worker was killed in mid-game and the game went on",
            len(first.notices) > KILLED_AT and fresh != killed and first.reconnects > 0,
            f"kill -9 of process {killed} after event {KILLED_AT}, process {fresh} took its place;"
            f" streams resumed where they had stopped ({first.reconnects + late.reconnects} of the 2"
            " spectators'), no event was lost or came twice",
        )

    def _compare(self, first: Spectator, late: Spectator, seconds: float) -> None:
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
            "Who joined in the middle saw what the first spectator saw",
            late.told() == self._told,
            f"{events} notices byte for byte, joined at event {LATE_FROM}",
        )

    async def _rebuilt(self, seats: list[SeatHandle]) -> None:
        """Folds the stream in another process, and compares what every viewer would see."""
        self._say(f"{self._game.name}: another process folds the log")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "ludoteca_cli.demo.rebuild", self._service.store, self.proof.table_id),
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
        file = self._records / f"{self._game.id}.jsonl"
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
