"""The command as a user runs it: as a process, with a data directory and a state directory of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE_S = 90


@dataclass(frozen=True)
class Result:
    """How a command ended."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """Its answer for programs."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Cli:
    """A user's machine."""

    home: Path
    env: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, typed: str = "") -> Result:
        """Runs the command to its end."""
        done = subprocess.run(
            [sys.executable, "-m", "ludoteca_cli", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            cwd=self.home,
            env={**os.environ, **self.environment},
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    @property
    def data_dir(self) -> Path:
        """Where the user's service keeps its data."""
        return self.home / "data"

    @property
    def environment(self) -> dict[str, str]:
        """What makes the machine the user's own."""
        return {
            "LUDOTECA_DATA_DIR": str(self.data_dir),
            "LUDOTECA_SERVER": "",
            "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "COLUMNS": "200",
            **self.env,
        }


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """A fresh machine."""
    return Cli(tmp_path)


@dataclass(frozen=True)
class Demo:
    """What one run of the demo left."""

    result: Result
    records: dict[str, Path]
    """By game."""

    @property
    def record(self) -> Path:
        """One of them."""
        return self.records["burgenland"]


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """The demo, run once: its answer, and the records of the tables it played.

    It is run where a server's settings stand in the environment: they are not the demo's.
    """
    home = tmp_path_factory.mktemp("demo")
    settings = {"LUDOTECA_REDIS": "redis://127.0.0.1:1", "LUDOTECA_TLS_CERT": "/none.pem"}
    result = Cli(home, settings)("demo", "--json", "--keep", "kept")
    return Demo(result, {record.stem: record for record in (home / "kept").iterdir()})
