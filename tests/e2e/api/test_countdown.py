"""Buurn's countdown over workers that die, stall and come back, and over seats that go and come."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import TYPE_CHECKING

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.alarms import LEASE_MS, POLL_MS
from ludoteca_server.application.scribe import LATE_MS
from tests.e2e.api.auction import (
    START_MONEY,
    Bidder,
    act,
    action_of,
    close,
    grab,
    kind_of,
    new_auction,
    told,
)
from tests.e2e.api.table import (
    PATIENCE_S,
    Game,
    Service,
    Stubs,
    each_worker,
    until_gone,
    worker_pid,
)

if TYPE_CHECKING:
    from pathlib import Path

TICK_MS, GRACE_MS, REVEAL_MS = 300, 200, 400
WAIT_MS = TICK_MS + GRACE_MS
PACE = {"tick_ms": TICK_MS, "grace_ms": GRACE_MS, "reveal_ms": REVEAL_MS, "scramble_ms": 60_000}
LONG_MS = 120_000
"""A grace time that no test outlasts: seats need no streams."""
SLACK_MS = 2_000
"""What a busy machine may add."""


async def called(stubs: Stubs, game: Game, count: int = 1, *, after_ms: float = 0) -> list[int]:
    """Returns when so many numbers were called after that time; their seqs."""
    request = wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=1)])
    call = stubs.tables.Watch(request)
    seqs: list[int] = []
    async with asyncio.timeout(PATIENCE_S):
        async for response in call:
            notice = response.notice
            if response.HasField("notice") and kind_of(notice) == "tick":
                seqs += [notice.seq] if notice.at_ms > after_ms else []
                if len(seqs) == count:
                    break
    call.cancel()
    return seqs


def countdown(notices: list[table_pb2.Notice]) -> list[int]:
    """How long the clock waited before each number; no number is missing and none comes twice, in any auction."""
    waits_ms: list[int] = []
    before, number, auction = None, 0, 0
    for notice in notices:
        assert before is None or notice.seq == before.seq + 1
        before = notice
        if notice.kind == "started":
            since_ms, wait_ms = notice.at_ms, REVEAL_MS
        if kind_of(notice) != "tick":
            continue
        tick = action_of(notice).tick
        if number == 0:
            assert tick.auction == auction + 1, "no auction is lost"
            assert tick.to == START_MONEY
        else:
            assert (tick.auction, tick.to) == (auction, number - 1)
        auction, number = tick.auction, tick.to
        assert notice.at_ms - since_ms >= wait_ms, "never too early (C2, C3)"
        waits_ms.append(notice.at_ms - since_ms - wait_ms)
        since_ms, wait_ms = notice.at_ms, WAIT_MS if number else REVEAL_MS
    return waits_ms


async def test_c5_another_worker_carries_on_when_the_driving_one_is_killed(tmp_path: Path) -> None:
    """The other one is stopped for as long, so there is no doubt about who drives."""
    service = Service(tmp_path, presence_grace_ms=LONG_MS)
    phases_ms = (0, WAIT_MS / 2, WAIT_MS - 30)
    async with each_worker(service.address) as workers:
        games = await asyncio.gather(*(new_auction(workers[n % 2], **PACE) for n in range(8)))
    for phase_ms in phases_ms:
        async with each_worker(service.address) as workers:
            drives, other = [await worker_pid(stubs) for stubs in workers]
            os.kill(other, signal.SIGSTOP)
            alone_ms = time.time() * 1000
            for game in games:
                await called(workers[0], game, 1, after_ms=alone_ms)
            await asyncio.sleep(phase_ms / 1000)  # into the countdown, or into the next call
            os.kill(drives, signal.SIGKILL)
            os.kill(other, signal.SIGCONT)
            killed_ms = time.time() * 1000
            for game in games:
                await called(workers[1], game, 1, after_ms=killed_ms)
            await until_gone([drives], service)
    async with each_worker(service.address) as workers:
        logs = [await told(workers[0], game) for game in games]
        both = [await told(workers[1], game) for game in games]
    late_ms = [late for notices in logs for late in countdown(notices)]
    print(
        f"C5: {len(phases_ms)} kills, {len(late_ms)} numbers, the latest {max(late_ms)} ms after its time"
    )
    assert max(late_ms) <= LEASE_MS + POLL_MS + LATE_MS + SLACK_MS
    for one, two in zip(logs, both, strict=True):
        assert one == two[: len(one)]
    assert service.stop() == 0


async def test_c5_after_an_outage_the_whole_delay_passes_again(tmp_path: Path) -> None:
    service = Service(tmp_path, presence_grace_ms=LONG_MS)
    async with each_worker(service.address) as workers:
        game = await new_auction(workers[0], **PACE)
        await called(workers[0], game)
        pids = service.worker_pids()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        stopped_ms = time.time() * 1000
        await asyncio.sleep((WAIT_MS + LATE_MS + 200) / 1000)  # an outage takes its time
        resumed_ms = time.time() * 1000
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        await until_gone(pids, service)
    async with each_worker(service.address) as back:
        await called(back[0], game, 2, after_ms=resumed_ms)
        notices = await told(back[0], game)
    assert countdown(notices)
    ticks_ms = [each.at_ms for each in notices if kind_of(each) == "tick"]
    first_ms = next(at_ms for at_ms in ticks_ms if at_ms > stopped_ms + 50)
    assert first_ms >= resumed_ms + WAIT_MS
    assert service.stop() == 0


async def test_r14_a_worker_that_stalls_in_a_countdown_makes_no_second_branch(
    tmp_path: Path,
) -> None:
    """It holds presses of one seat while it is stopped; the numbers fall, and another seat buys."""
    service = Service(tmp_path, presence_grace_ms=LONG_MS)
    stalls = 3
    bought = [0, 0]
    async with each_worker(service.address) as workers:
        stalled, other = workers
        pid = await worker_pid(stalled)
        for _ in range(stalls):
            games = await asyncio.gather(*(new_auction(other, **PACE) for _ in range(6)))
            for game in games:
                await called(other, game)
            hands = [
                asyncio.ensure_future(act(stalled, game, 0, grab("purchase", START_MONEY)))
                for game in games
            ]
            await asyncio.sleep(0.002)  # somewhere between socket and answer
            os.kill(pid, signal.SIGSTOP)
            stopped_ms = time.time() * 1000
            for game in games:
                sold = await act(other, game, 1, grab("purchase", START_MONEY))
                while sold == "too_late":
                    await called(other, game, 1, after_ms=stopped_ms)
                    number = action_of((await told(other, game))[-1]).tick.to
                    sold = await act(other, game, 1, grab("purchase", number))
                assert isinstance(sold, int) or sold == "totem_taken", sold
            os.kill(pid, signal.SIGCONT)
            answers = await asyncio.gather(*hands)
            for game, answer in zip(games, answers, strict=True):
                one, two = [await told(stubs, game) for stubs in workers]
                assert one == two
                [sale] = [each for each in one if kind_of(each) == "grab"]
                bought[sale.seat] += 1
                if sale.seat == 0:
                    assert answer == sale.seq
                else:
                    assert answer in ("totem_taken", "too_late")
                countdown(one)
                await close(other, game)
    print(
        f"R14: {stalls} stalls, {sum(bought)} auctions of one branch, the stalled press bought {bought[0]}"
    )
    assert bought[1], "some were decided while it was stopped"
    assert service.stop() == 0


async def test_c6_seats_are_there_while_they_hold_a_stream(tmp_path: Path) -> None:
    """Grace for who comes back, absence after it, a pause while nobody is there, and who comes ends it at once."""
    grace_ms = 1_500
    service = Service(tmp_path, presence_grace_ms=grace_ms)
    async with each_worker(service.address) as workers:
        game = await new_auction(workers[0], **PACE)

        async def sit(seat: int, worker: int) -> Bidder:
            bidder = Bidder(workers[worker], game, seat)
            await bidder.open()
            assert await bidder.sees(START_MONEY)
            return bidder

        async def tells(*seats: int, present: bool) -> list[table_pb2.Notice]:
            """Every notice, once the log says of all these seats that they are there, or are not."""
            deadline_s = time.monotonic() + PATIENCE_S
            while True:
                notices = await told(workers[1], game)
                now: dict[int, bool] = {}
                for each in notices:
                    if kind_of(each) == "presence":
                        news = action_of(each).presence
                        now[news.seat] = news.present
                if all(now.get(seat, True) is present for seat in seats):
                    return notices
                assert time.monotonic() < deadline_s
                await asyncio.sleep(0.02)

        seats = [await sit(seat, seat % 2) for seat in range(3)]
        for turn in range(3):  # from worker to worker, within the grace time
            seats[1].leave()
            seats[1] = await sit(1, turn % 2)
        await called(workers[0], game, 3, after_ms=time.time() * 1000 + grace_ms)
        assert "presence" not in {kind_of(each) for each in await told(workers[0], game)}

        left_ms = time.time() * 1000
        seats[1].leave()
        gone = (await tells(1, present=False))[-1]
        assert gone.at_ms >= left_ms + grace_ms * 2 / 3, (
            "what it said last counts for the grace time"
        )
        assert gone.at_ms <= left_ms + grace_ms * 5 / 3 + SLACK_MS

        for seat in (0, 2):
            seats[seat].leave()
        paused = (await tells(0, 2, present=False))[-1]
        assert kind_of(paused) == "presence"
        await asyncio.sleep(
            (WAIT_MS + REVEAL_MS) * 2 / 1000
        )  # nothing to be awaited: that is the point
        assert (await told(workers[0], game))[-1] == paused, "no clock entry in a pause"

        asked_ms = time.time() * 1000
        back = Bidder(workers[1], game, 2)
        await back.open()
        came = (await tells(2, present=True))[-1]
        assert came.at_ms <= asked_ms + SLACK_MS, "who comes is there at once"
        [seq] = await called(workers[0], game, 1, after_ms=came.at_ms)
        notices = await told(workers[0], game)
        assert notices[seq - 1].at_ms >= came.at_ms + min(WAIT_MS, REVEAL_MS), "a whole delay"
        assert countdown(notices)
        back.leave()
    print(
        f"C6: gone {gone.at_ms - left_ms:.0f} ms after its stream, back after {came.at_ms - asked_ms:.0f} ms"
    )
    assert service.stop() == 0
