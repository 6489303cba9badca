"""The command's manners: fast help, one sentence an error, exit codes, answers for programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludoteca_cli import answer
from ludoteca_cli.service import started
from ludoteca_server.settings import Settings

if TYPE_CHECKING:
    from tests.e2e.cli.conftest import Cli

HEAVY = ("grpc", "redis", "pydantic", "ludoteca_core", "ludoteca_client", "rich")


def test_help_loads_nothing_heavy(cli: Cli) -> None:
    program = (
        "import sys, ludoteca_cli.main as main\n"
        "try: main.app(['--help'])\n"
        f"except SystemExit: print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_names_are_shown_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """A table that anybody may name is no markup, and none that ends the command of everybody else."""
    names = ["[/x]", "[red]Ana", "[link=http://x]here[/link]", ":smile:"]
    answer.console().print(answer.grid(None, ("name",), [(name,) for name in names]))
    shown = capsys.readouterr().out
    assert [name for name in names if name not in shown] == []


def test_every_command_explains_itself(cli: Cli) -> None:
    commands = [
        "serve",
        "demo",
        "play",
        "watch",
        "replay",
        "tables",
        "record",
        "bench",
        "doctor",
        "reindex",
    ]
    shown = cli("--help").out
    for command in commands:
        assert f"\n  {command} " in shown
        result = cli(command, "--help")
        assert result.status == 0, result.err
        assert "usage" in result.out.lower()


def test_every_setting_is_a_flag_of_serve(cli: Cli) -> None:
    shown = cli("serve", "--help").out
    for name in Settings.model_fields:
        assert f"--{name.replace('_', '-')} " in shown


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["dance"], 2, "dance"),
        (["serve", "--porto", "1"], 2, "--porto"),
        (["serve", "--port", "much"], 1, "--port"),
        (["tables"], 1, "ludoteca serve"),
        (["tables", "--state", "lost"], 2, "open, playing, finished, abandoned"),
        (["play"], 2, "ludoteca play GAME"),
        (["play", "burgenland", "--bots", "clever"], 2, "greedy"),
        (["record", "verify", "nowhere.jsonl"], 1, "nowhere.jsonl"),
        (["record", "show", "x.jsonl", "--as", "everybody"], 2, "public"),
        (["bench", "--only", "nothing.like.it"], 2, "nothing.like.it"),
        (["reindex"], 1, "ludoteca serve"),
    ],
)
def test_an_error_is_a_sentence_and_an_exit_code(
    cli: Cli, arguments: list[str], status: int, words: str
) -> None:
    result = cli(*arguments)
    assert result.status == status, result.err
    assert words in result.err
    assert "Traceback" not in result.err


def test_a_file_that_is_no_record_is_refused(cli: Cli) -> None:
    file = cli.home / "letter.jsonl"
    file.write_text("Dear Ana,\n", encoding="utf-8")
    result = cli("record", "verify", str(file))
    assert result.status == 1
    assert "Traceback" not in result.err


def test_doctor_says_that_a_sound_set_up_is_sound(cli: Cli) -> None:
    result = cli("doctor", "--json", "--port", "0")
    assert result.status == 0, result.err
    assert {entry["level"] for entry in result.json()} <= {"ok", "warn"}


def test_doctor_finds_what_is_wrong(cli: Cli) -> None:
    result = cli("doctor", "--redis", "redis://127.0.0.1:1")
    assert result.status == 1
    assert "fail" in result.out
    assert "wrong" in result.err


def test_the_supervisor_has_no_grpc_and_its_worker_has(cli: Cli) -> None:
    if not Path("/proc/self/maps").exists():  # only Linux tells what a process has loaded
        return
    with started(cli.data_dir, "--workers", "1") as running:
        assert "cygrpc" not in Path(f"/proc/{running.pid}/maps").read_text(encoding="utf-8")
        assert "cygrpc" in Path(f"/proc/{running.workers[0]}/maps").read_text(encoding="utf-8")
