"""R1, R2, R30, R39 at the wire: canaries in place of all that is hidden, and every byte that anybody gets."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import pytest
from google.protobuf.any_pb2 import Any

import ludoteca_core
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca_server.transport.metadata import caller_of
from tests.integration.secrecy.canaries import GAMES, found
from tests.integration.secrecy.desk import Desk, Hall, Window
from tests.integration.secrecy.truth import Truth

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.transport.metadata import Context

pytestmark = pytest.mark.usefixtures("quiet")

TABLES = int(os.environ.get("LUDOTECA_CANARY_TABLES", "5"))
EVENTS = int(os.environ.get("LUDOTECA_CANARY_EVENTS", "60"))
PARTS = max(1, TABLES // 50)
"""Of the tables of a game: processes share them evenly, and a run that is stopped has told how far it came."""
SEED = 20_000
TRIES = 30
HEX_DIGITS = bytes(ord("0") if chr(each) in "0123456789abcdef" else 0 for each in range(256))
"""Shows where bytes may be written in hex: few windows have so many digits in a row as the shortest secret."""
SOME_HEX = b"0" * 16


@dataclass
class Count:
    """How much was searched."""

    raw: int = 0
    windows: int = 0
    hidden: int = 0
    seen: int = 0


def options(game: str) -> Any | None:
    """Buurn in turns: a seat calls the numbers, so that somebody always acts."""
    if game != "buurn":
        return None
    packed = Any()
    packed.Pack(buurn_pb2.Options(tick_ms=0))
    return packed


async def played(hall: Hall, game: str, seed: int) -> tuple[Desk, Truth]:
    """A table played at random, and what was true at it."""
    desk = Desk(hall, game, seed)
    try:
        await desk.open(3 + seed % 2, options(game))
        await desk.play(EVENTS)
    finally:
        await desk.close()
    return desk, Truth(hall.app.library, await desk.record())


def search(desk: Desk, truth: Truth, planted: int, count: Count) -> list[str]:
    """Looks for what the viewers may not know yet in all that they heard; what leaked."""
    leaks = []
    secrets = kept_secret(desk)
    chains = {each.id.seq: each.id.chain.to_bytes(8, "big") for each in desk.entries()}
    ever: dict[int | None, set[int]] = {}
    for window in desk.windows:
        data = window.heard.everything()
        names = found(data)
        known = truth.known(window.seq, window.viewer)
        past = ever.setdefault(window.viewer, set())
        past |= names if known is None else known
        allowed = past if window.is_past else known
        if allowed is not None:
            allowed = allowed | window.asked
            leaks += [f"{each} to {window.viewer} at {window.seq}" for each in names - allowed]
            count.hidden += planted - len(allowed)
        count.seen += len(names)
        count.windows += 1
        count.raw += len(window.heard.raw)
        digests = {"digest": truth.digest(window.seq), "before": truth.digest(window.seq - 1)}
        near = {f"chain {seq}": chains[seq] for seq in searched(desk, window, chains)}
        has_hex = SOME_HEX in data.translate(HEX_DIGITS)
        for name, secret in {**secrets, **digests, **near}.items():
            if name == "seed" and window.seq == len(truth.events):
                continue  # the event that ends the table shows it
            if holds(data, secret) or (has_hex and secret.hex().encode() in data):
                leaks.append(f"{name} to {window.viewer} at {window.seq}")
    return leaks


def holds(data: bytes, secret: bytes) -> bool:
    """Whether the secret is there. Few windows have all of its bytes, and to miss one takes less time than a search."""
    return all(byte in data for byte in secret) and secret in data


def searched(desk: Desk, window: Window, chains: dict[int, bytes]) -> set[int]:
    """The entries whose chain is looked for in a window: all that are near it, and some others.

    All in all windows is a search that grows with the square of the table's length.
    """
    if window.is_past:
        return set(chains)
    near = range(window.seq - 2, window.seq + 3)
    return (set(near) & set(chains)) | set(desk.chance.sample(list(chains), min(16, len(chains))))


def kept_secret(desk: Desk) -> dict[str, bytes]:
    """What nobody may read before the end, or ever."""
    tokens = desk.game.tokens
    secrets = {f"token {n}": token for n, token in enumerate(tokens)}
    secrets |= {f"hash {n}": ludoteca_core.hash_token(each) for n, each in enumerate(tokens)}
    return secrets | {"seed": seed_of(desk)}


def seed_of(desk: Desk) -> bytes:
    """The seed as the notice of the end shows it: everybody gets it there, after the last window or in it."""
    final = max(window.seq for window in desk.windows)
    heard = [
        window.heard for window in desk.windows if (window.seq, window.viewer) == (final, None)
    ]
    public = b"".join(each.everything() for each in [*heard, desk.last[None]])
    seeds = [seed for seed in HandedOut.seeds if seed in public]
    assert len(seeds) == 1, "the end reveals the seed, and no other"
    return seeds[0]


class HandedOut:
    """Every seed that a hall of this test gave out."""

    seeds: ClassVar[list[bytes]] = []


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = Hall()
    give = hall.house.secrets.seed

    def seed() -> bytes:
        HandedOut.seeds.append(give())
        return HandedOut.seeds[-1]

    hall.house.secrets.seed = seed  # type: ignore[method-assign]  # kept for the search
    await hall.start()
    yield hall
    await hall.stop()


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
async def test_r01_r02_r30_r39_nothing_hidden_is_on_the_wire(
    hall: Hall, game: str, part: int
) -> None:
    planted = hall.plant(game)
    count = Count()
    seeds = range(SEED + part, SEED + TABLES, PARTS)
    for seed in seeds:
        desk, truth = await played(hall, game, seed)
        leaks = search(desk, truth, planted, count)
        assert not leaks, f"table {seed} of {game}: {leaks[:10]}"
    print(
        f"R1 {game}: {len(seeds)} tables, {count.windows} windows of {count.raw} bytes, looked for "
        f"{count.hidden} hidden canaries, saw {count.seen} that may be seen, seeds {seeds}"
    )
    assert count.windows > len(seeds) * 100
    assert count.hidden > count.windows
    assert count.seen > count.windows // 10


@pytest.mark.parametrize("game", GAMES)
async def test_a_leak_that_is_planted_is_found(
    hall: Hall, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search above can fail: here a caller without a token gets what the first seat gets."""
    planted = hall.plant(game)
    tokens: list[bytes] = []

    def confused(context: Context) -> bytes | None:
        own = caller_of(context)
        return tokens[-1] if own is None and tokens else own

    def confuse(desk: Desk) -> None:
        tokens.append(ludoteca_core.hash_token(desk.game.tokens[0]))

    monkeypatch.setattr("ludoteca_server.transport.tables.caller_of", confused)
    for number in range(TRIES):  # the seeds are random: a seat may have nothing to hide at a table
        desk = Desk(hall, game, SEED + number)
        desk.seated = partial(confuse, desk)
        await desk.open(3, options(game))
        await desk.play(EVENTS if desk.all_things else 200)  # few cards of Buurn lie face down
        await desk.close()
        tokens.clear()  # the record is the public's
        leaks = search(desk, Truth(hall.app.library, await desk.record()), planted, Count())
        if leaks:
            break
    assert leaks
    assert all(" to None at " in each for each in leaks), "the others get their own"
