"""Runs the demo and prints what it found, for a reader who has never seen the project."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_cli import answer
from ludoteca_cli.demo.table import DemoTable
from ludoteca_cli.failure import Failure
from ludoteca_cli.service import started
from ludoteca_client import Client

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from ludoteca_cli.demo.proof import Proof
    from ludoteca_server.datadir import Running


ENDS_WITHIN_S = 100


def demo(keep: Path | None, *, as_json: bool) -> None:
    """`ludoteca demo`. Raises Failure unless everything held."""
    start = time.perf_counter()
    with (
        tempfile.TemporaryDirectory(prefix="ludoteca-demo-") as folder,
        answer.progress("starting the service: two workers, an embedded Valkey") as say,
        _alone(Path(folder)) as service,
    ):
        records = keep or Path(folder) / "records"
        records.mkdir(parents=True, exist_ok=True)
        proofs = asyncio.run(_tables(service, Path(folder) / "data", records, say))
    seconds = time.perf_counter() - start
    if as_json:
        answer.as_json([_entry(proof) for proof in proofs])
    else:
        _print(proofs, seconds)
    if not proofs or not all(proof.held for proof in proofs):
        raise Failure("The demo did not hold: see above, and report it with this output.")


def _alone(folder: Path) -> AbstractContextManager[Running]:
    """A service that this user's settings play no part in: no store, port or TLS of theirs."""
    config = folder / "config.toml"
    config.touch()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LUDOTECA_")}
    flags = ("--workers", "2", "--config", str(config))
    return started(folder / "data", *flags, environment=environment)


async def _tables(
    service: Running, data_dir: Path, records: Path, say: Callable[[str], None]
) -> list[Proof]:
    """A table of every game on offer, one after the other. Raises Failure when one does not end."""
    async with Client(service.address) as client:
        games = await client.games()
    proofs = []
    for game in games:
        try:
            async with asyncio.timeout(ENDS_WITHIN_S):
                table = DemoTable(game, service, data_dir, records, say)
                proofs.append(await table.run())
        except TimeoutError:
            raise Failure(f"The table of {game.name} did not end in {ENDS_WITHIN_S} s.") from None
        except ExceptionGroup as several:  # bots play at the same time and fail at the same time
            raise several.exceptions[0] from several
    return proofs


def _print(proofs: Sequence[Proof], seconds: float) -> None:
    console = answer.console()
    for proof in proofs:
        rows = [(check.what, "yes" if check.held else "NO", check.detail) for check in proof.checks]
        title = f"{proof.game}, table {proof.table_id}"
        console.print(answer.grid(title, ("what had to hold", "held", "what was seen"), rows))
    held = sum(check.held for proof in proofs for check in proof.checks)
    count = sum(len(proof.checks) for proof in proofs)
    console.print(f"{held} of {count} held, in {seconds:.0f} s.")
    for proof in proofs:
        console.print(f"Now play it yourself: make play GAME={proof.game_id}")


def _entry(proof: Proof) -> dict[str, object]:
    return {
        "game": proof.game,
        "game_id": proof.game_id,
        "table_id": proof.table_id,
        "held": proof.held,
        "final_digest": proof.final_digest,
        "checks": [
            {"what": check.what, "held": check.held, "detail": check.detail}
            for check in proof.checks
        ],
    }
