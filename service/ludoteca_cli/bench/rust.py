"""The numbers of the rules crate, measured by the load generator in Rust."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_cli.bench.measure import Measure
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from ludoteca_cli.bench.measure import Wish

WHAT = ("random_play", "replay", "clone", "legal", "longest", "longest_options")
SOURCES = Path(__file__).resolve().parents[3]


def measure(wish: Wish) -> dict[str, Measure]:
    """`rules.*`; nothing where the sources or cargo are not at hand."""
    if not (SOURCES / "Cargo.toml").exists() or shutil.which("cargo") is None:
        return {}
    wish.say("building the load generator (once)")
    program = _built()
    wish.say("rules.*")
    command = [program, "bench", "--json", "--only", wish.only]
    if wish.quick:
        command.append("--quick")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"ludoteca-sim bench failed: {done.stderr.strip()[-500:]}")
    return {name: Measure(**entry) for name, entry in json.loads(done.stdout).items()}


def _built() -> str:
    """The load generator's path, built where its sources changed."""
    command = ["cargo", "build", "--release", "--locked", "-p", "ludoteca-sim"]
    done = subprocess.run(
        [*command, "--message-format=json-render-diagnostics"],
        cwd=SOURCES,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise Failure(f"The load generator does not build: {done.stderr.strip()[-500:]}")
    for line in done.stdout.splitlines():
        message = json.loads(line)
        program = message.get("executable")
        if program and message["target"]["name"] == "ludoteca-sim":
            return str(program)
    raise Failure("cargo built no program ludoteca-sim: run `cargo build -p ludoteca-sim`.")
