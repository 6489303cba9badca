"""What the load generator in Rust measures of a live service, where it has been built (`make bench` builds it)."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_cli.bench.measure import Measure
from ludoteca_cli.bench.rust import SOURCES
from ludoteca_cli.bench.service import echo_process
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_cli.bench.measure import Wish
    from ludoteca_server.datadir import Running

NAMES = (
    *("act.cpu", "play.cpu", "play.rate", "play16.cpu", "play16.rate"),
    *("level.power", "act.old", "watch.delivery", "watch.act"),
)


def program() -> Path | None:
    """The load generator, if it has been built."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", SOURCES / "target"))
    built = target / "release" / "ludoteca-load"
    return built if built.exists() else None


async def measure(
    wish: Wish, generator: Path, running: Running, flags: Sequence[str]
) -> dict[str, Measure]:
    """Those of `NAMES` that were asked for; a second service of these flags is started for the other level."""
    names = [name for name in NAMES if wish.wants(name)]
    if not names:
        return {}
    wish.say("the load generator")
    from ludoteca_cli.service import started

    with (
        tempfile.TemporaryDirectory(prefix="ludoteca-bench-") as folder,
        started(Path(folder), "--durability", "process", *flags) as other,
        echo_process() as (echo, echo_pid),
    ):
        command = [
            *("--service", running.address, "--service-pid", str(running.workers[0])),
            *("--echo", echo, "--echo-pid", str(echo_pid), "--process-level", other.address),
            *("--only", ",".join(names)),
            *(("--quick",) if wish.quick else ()),
        ]
        found = await generated(generator, *command)
    return wish.pick(found)


async def generated(generator: Path, *command: str) -> dict[str, Measure]:
    """What the load generator says. Raises Failure."""
    process = await asyncio.create_subprocess_exec(
        generator, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, error = await process.communicate()
    if process.returncode != 0:
        raise Failure(f"ludoteca-load failed: {error.decode().strip()[-500:]}")
    return {name: Measure(**entry) for name, entry in json.loads(out).items()}
