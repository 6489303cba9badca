"""The peers, installed at their pinned versions into a folder outside the sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ludoteca_cli.bench.rust import SOURCES

HERE = Path(__file__).parent
PYTHON_PINS = HERE / "eventsourcing.txt"
NODE_PINS = "package-lock.json"
INSTALLS_WITHIN_S = 300
_STAMP = "installed"
"""A file with the pins that the folder was made of."""


class NotMeasured(Exception):
    """Why a peer cannot be measured here, in half a sentence."""


def cache() -> Path:
    """Where everything is installed. Raises NotMeasured without the project's sources: there is no such place then."""
    if not (SOURCES / "Cargo.toml").exists():
        raise NotMeasured("the project's sources are not at hand")
    return Path(os.environ.get("CARGO_TARGET_DIR", SOURCES / "target")) / "peers"


def node_peer(name: str) -> Path:
    """The folder of a peer that runs on Node.js, with our scripts in it. Raises NotMeasured."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotMeasured(f"{program} is not on PATH")
    folder = cache() / name
    folder.mkdir(parents=True, exist_ok=True)
    for source in (*(HERE / name).iterdir(), HERE / "turns.mjs"):
        shutil.copy(source, folder)
    # Nothing of theirs runs while it is installed.
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    patience = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000")
    command = ("npm", "ci", "--ignore-scripts", *quiet, *patience)
    install(folder, HERE / name / NODE_PINS, command)
    return folder


def python_peer() -> Path:
    """The folder with `eventsourcing`, for PYTHONPATH. Raises NotMeasured."""
    folder = cache() / "eventsourcing"
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--retries=1", "--upgrade")
    command = (*pip, "--target", ".", "--no-deps", "--require-hashes", "-r", str(PYTHON_PINS))
    install(folder, PYTHON_PINS, command)
    return folder


def install(folder: Path, pins: Path, command: tuple[str, ...]) -> None:
    """Installs into a folder what the pins say, if it does not hold just that."""
    stamp = folder / _STAMP
    if stamp.exists() and stamp.read_bytes() == pins.read_bytes():
        return
    folder.mkdir(parents=True, exist_ok=True)
    env = {name: value for name, value in os.environ.items() if name != "PIP_CONSTRAINT"}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=INSTALLS_WITHIN_S,
        )
    except subprocess.TimeoutExpired:
        raise NotMeasured(f"{command[0]} did not end within {INSTALLS_WITHIN_S} s") from None
    if done.returncode != 0:
        raise NotMeasured(f"it does not install: {_reason(done.stderr)}")
    stamp.write_bytes(pins.read_bytes())


def _reason(said: str) -> str:
    """The line in which an installer names what stopped it: others warn, or tell what it will try next."""
    lines = said.strip().splitlines() or ["no reason given"]
    errors = [line for line in lines if line.lower().startswith(("error", "npm error"))]
    return (errors or lines)[0][:200]
