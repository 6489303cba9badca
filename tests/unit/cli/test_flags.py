"""Flags are said with what they take."""

from __future__ import annotations

import pytest

from ludoteca_cli.flags import parse


def test_a_flag_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse("serve", "Serves.", ["--help"])
    said = capsys.readouterr().out
    for flag in (
        "--workers N",
        "--max-streams-per-peer N",
        "--peer-tables-per-minute N",
        "--max-message-bytes BYTES",
        "--drain-s S",
        "--port PORT",
        "--data-dir DIR",
    ):
        assert f"{flag} " in said.replace("\n", " ").replace("]", " "), flag
