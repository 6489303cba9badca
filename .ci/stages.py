"""Runs the stages of `make test` and counts what ran.

A stage is a list of steps; a step is one command and a way to count its tests. A step that fails without
saying how many tests failed counts as one failure; a stage that ran nothing fails.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parent.parent
RUST_RESULT = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored")


@dataclass(frozen=True)
class Count:
    """How many tests ran, and how."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Count) -> Count:
        """The sum of both."""
        return Count(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )


@dataclass(frozen=True)
class Step:
    """One command of a stage."""

    name: str
    run: Callable[[], Count]


def say(text: str) -> None:
    """Prints at once: the output of commands comes in between."""
    print(text, flush=True)


def shown(command: Sequence[str], **environment: str) -> tuple[int, list[str]]:
    """Runs a command, shows its output as it comes, and returns it."""
    lines: list[str] = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
        env=os.environ | environment,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            lines.append(line)
    return process.returncode, lines


def check(name: str, *command: str, cwd: str = ".") -> Step:
    """A linter: one check, silent when it passes."""

    def run() -> Count:
        done = subprocess.run(
            command,
            cwd=ROOT / cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return Count(passed=1)
        say(f"$ {' '.join(command)}\n{done.stdout}")
        return Count(failed=1)

    return Step(name, run)


def cargo_test(name: str, *arguments: str) -> Step:
    """Rust tests; every test binary prints its own result line."""

    def run() -> Count:
        status, lines = shown(
            ["cargo", "test", "--locked", "--no-fail-fast", "--quiet", *arguments]
        )
        results = [match for line in lines if (match := RUST_RESULT.match(line))]
        total = Count()
        for result in results:
            total += Count(*(int(number) for number in result.groups()))
        if status != 0 and total.failed == 0:
            total += Count(failed=1)
        return total

    return Step(name, run)


def pytest(name: str, *paths: str, **environment: str) -> Step:
    """Python tests, counted from pytest's own report."""

    def run() -> Count:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *paths]
            status, _ = shown(command, **environment)
            if not report.exists():
                return Count(failed=1)
            suite = ET.parse(report).getroot().find("testsuite")  # noqa: S314, our own file
            assert suite is not None
            failed = int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
            skipped = int(suite.get("skipped", "0"))
            passed = max(int(suite.get("tests", "0")) - failed - skipped, 0)
        if status != 0 and failed == 0:
            failed = 1
        return Count(passed, failed, skipped)

    return Step(name, run)


def generated() -> Step:
    """The committed generated code is what the .proto files say."""

    def run() -> Count:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                ["proto/generate.sh", folder],
                cwd=ROOT,
                check=True,
                env={**os.environ, "PYTHON": sys.executable},
            )
            done = subprocess.run(
                [
                    "diff",
                    "-r",
                    "-x",
                    "__pycache__",
                    f"{folder}/ludoteca",
                    "proto/gen/python/ludoteca",
                ],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
        if done.returncode == 0:
            return Count(passed=1)
        say(f"proto/gen differs from the .proto files (run `make proto`):\n{done.stdout}")
        return Count(failed=1)

    return Step("generated code is current", run)


SIM = ("cargo", "run", "--release", "--locked", "--quiet", "-p", "ludoteca-sim", "--")
CLIPPY = ("cargo", "clippy", "--locked", "--workspace", "--all-targets", "--all-features")
# Tests of processes wait more than they compute. The tests of a file share a service and stay together.
SIDE_BY_SIDE = ("-n", "3", "--dist", "loadfile")

STAGES: dict[str, list[Step]] = {
    "lint": [
        check("cargo fmt", "cargo", "fmt", "--all", "--check"),
        check("clippy", *CLIPPY, "--", "-D", "warnings"),
        check("ruff", "ruff", "check", "."),
        check("ruff format", "ruff", "format", "--check", "."),
        check("mypy", "mypy"),
        check("stubtest", "stubtest", "ludoteca_core._core"),
        check("import-linter", "lint-imports"),
        check("buf lint", "buf", "lint", cwd="proto"),
        check("buf format", "buf", "format", "--diff", "--exit-code", cwd="proto"),
        generated(),
    ],
    "rust": [
        cargo_test("cargo test", "--workspace", "--exclude", "ludoteca-py"),
    ],
    "python": [
        pytest("architecture", "tests/architecture"),
        pytest("unit", "tests/unit", *SIDE_BY_SIDE),
        pytest("integration", "tests/integration", *SIDE_BY_SIDE),
    ],
    "e2e": [pytest("end to end", "tests/e2e", *SIDE_BY_SIDE)],
    "soak": [
        check("rules", *SIM, "soak", "--games", os.environ.get("GAMES", "10000")),
        pytest(
            "store",
            "tests/integration/test_store_faults.py",
            "tests/integration/test_power_cuts.py",
            "tests/integration/test_failovers.py",
            "--capture=no",
            LUDOTECA_KILLS="500",
            LUDOTECA_CUTS="20",
            LUDOTECA_FAILOVERS="20",
        ),
        pytest(
            "kills",
            "tests/e2e/api/test_faults.py",
            "tests/e2e/api/test_cluster.py",
            "--capture=no",
            LUDOTECA_RUNS="20",
        ),
        pytest(
            "canaries",
            "tests/integration/secrecy",
            *("-n", "4", "--dist", "load"),
            "--timeout=86400",
            LUDOTECA_CANARY_TABLES="1000",
            LUDOTECA_CANARY_EVENTS="2000",
        ),
        pytest(
            "fuzz",
            "tests/integration/fuzz",
            "--timeout=3600",
            LUDOTECA_FUZZ_CALLS="2000000",
            LUDOTECA_FLIPS="5000",
            LUDOTECA_STORE_FLIPS="200",
        ),
        pytest(
            "races",
            "tests/e2e/api/test_auctions.py",
            "tests/e2e/api/test_submits.py",
            "tests/e2e/api/test_together.py",
            "--timeout=900",
            LUDOTECA_AUCTIONS="1000",
            LUDOTECA_ROUNDS="1000",
        ),
        pytest(
            "rolling restart",
            "tests/e2e/api/test_rolling.py",
            "-s",
            LUDOTECA_ROLLED_TABLES="200",
        ),
        pytest(
            "archive",
            "tests/e2e/api/test_archive.py",
            "tests/integration/test_archive.py",
            "--timeout=3600",
            LUDOTECA_TABLES="10000",
            LUDOTECA_KILLS="30",
        ),
    ],
}
USUAL = ("lint", "rust", "python", "e2e")


def run_stage(name: str) -> list[tuple[str, str, Count, float]]:
    """Runs every step of a stage, also after a failure: a reader wants the whole list."""
    rows: list[tuple[str, str, Count, float]] = []
    for step in STAGES[name]:
        say(f"\n== {name}: {step.name}")
        start = time.monotonic()
        count = step.run()
        rows.append((name, step.name, count, time.monotonic() - start))
    if sum(count.passed + count.failed for _, _, count, _ in rows) == 0:
        rows.append((name, "ran no test", Count(failed=1), 0.0))
    return rows


def main(arguments: list[str]) -> int:
    """Runs the named stages, or all."""
    here = Path(sys.executable).parent
    places = (str(here), os.environ.get("PATH", ""), str(ROOT / "target" / "redis" / "bin"))
    os.environ["PATH"] = os.pathsep.join(places)  # the last one: see .ci/redis.sh
    os.environ.setdefault("PYO3_PYTHON", sys.executable)
    unknown = [name for name in arguments if name not in STAGES]
    if unknown:
        say(f"No such stage: {', '.join(unknown)}. There are: {', '.join(STAGES)}.")
        return 2
    rows = [row for name in arguments or USUAL for row in run_stage(name)]
    say(f"\n{'stage':<8} {'step':<28} {'passed':>7} {'failed':>7} {'skipped':>7} {'seconds':>8}")
    for stage, step, count, seconds in rows:
        say(
            f"{stage:<8} {step:<28} {count.passed:>7} {count.failed:>7}"
            f" {count.skipped:>7} {seconds:>8.1f}"
        )
    total = sum((count for _, _, count, _ in rows), Count())
    skipped = f", {total.skipped} skipped" if total.skipped else ""
    say(f"\n{total.passed} passed, {total.failed} failed{skipped}")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
