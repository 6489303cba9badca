"""A person at a table: plays, leaves, comes back; others watch; the record shows what it may."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from ludoteca_cli.service import started

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludoteca_server.datadir import Running
    from tests.e2e.cli.conftest import Cli

SOLO = ("play", "burgenland", "--seats", "2", "--name", "Ana", "--ask", "off", "--width", "120")


def only_table(cli: Cli) -> str:
    """The one table of the service."""
    (table,) = cli("tables", "--json").json()
    return str(table["table_id"])


@pytest.fixture
def running(cli: Cli) -> Iterator[Running]:
    """A service that runs on the user's data directory."""
    with started(cli.data_dir) as service:
        yield service


def test_r36_a_table_waits_while_no_service_runs_and_goes_on_after(cli: Cli) -> None:
    first = cli(*SOLO, typed="q\n")
    assert first.status == 0, first.err
    assert "YOUR TURN" in first.out
    assert "ludoteca play --table" in first.out
    with started(cli.data_dir):
        table = only_table(cli)
        hand = _hand(first.out)
        again = cli("play", "--table", table, "--width", "120", typed="q\n")
        assert again.status == 0, again.err
        assert _hand(again.out) == hand, "nothing is drawn again"


def _hand(screen: str) -> str:
    """The last hand that was shown."""
    return [line for line in screen.splitlines() if line.startswith(" HAND")][-1]


def test_who_names_no_game_is_told_which_there_are(cli: Cli, running: Running) -> None:
    for arguments in (["play"], ["tables"]):
        result = cli(*arguments)
        assert result.status == (2 if arguments == ["play"] else 0)
        for game in ("burgenland", "buurn", "el_gaucho"):
            assert game in result.out + result.err
        assert "Traceback" not in result.err


def test_the_lobby_lists_what_is_played(cli: Cli, running: Running) -> None:
    assert cli("tables", "--json").json() == []
    assert cli(*SOLO, typed="q\n").status == 0
    (table,) = cli("tables", "--state", "playing", "--json").json()
    assert table["seats"][0]["name"] == "Ana"
    assert table["game"] == "burgenland"
    shown = cli("tables")
    assert table["table_id"] in shown.out
    assert cli("tables", "--state", "finished", "--json").json() == []
    assert cli("reindex", "--json").json() == {"tables": 1, "archived": 0}


def test_a_spectator_reads_a_finished_table_as_json_and_as_text(cli: Cli, running: Running) -> None:
    assert cli(*SOLO, typed="resign\nresign\n").status == 0
    table = only_table(cli)
    told = cli("watch", table, "--json")
    assert told.status == 0, told.err
    notices = [json.loads(line) for line in told.out.splitlines()]
    assert [int(notice["seq"]) for notice in notices] == list(range(1, len(notices) + 1))
    assert notices[-1]["seed"], "the last notice reveals the seed"
    late = cli("watch", table, "--from-seq", "4", "--json")
    assert [json.loads(line) for line in late.out.splitlines()] == notices[3:]
    shown = cli("watch", table)
    assert shown.status == 0, shown.err
    assert "Ana gives up" in shown.out


def test_r39_the_record_of_a_table_in_play_holds_no_more_than_its_viewer_saw(
    cli: Cli, running: Running
) -> None:
    assert cli(*SOLO, typed="q\n").status == 0
    table = only_table(cli)
    result = cli("record", "export", table, "-o", "live.jsonl", "--json")
    assert result.status == 0, result.err
    assert cli("record", "show", "live.jsonl", "--as", "0").status == 0, "its own seat's"
    for other in ("all", "1", "public"):
        assert cli("record", "show", "live.jsonl", "--as", other).status == 1, other
    assert cli("record", "verify", "live.jsonl").status == 1
    text = (cli.home / "live.jsonl").read_text(encoding="utf-8")
    assert '"picks"' not in text
    assert '"seed"' not in text


def test_an_unknown_table_is_a_sentence(cli: Cli, running: Running) -> None:
    for arguments in (["watch", "nosuchtable"], ["record", "export", "nosuchtable"]):
        result = cli(*arguments)
        assert result.status == 1
        assert "nosuchtable" in result.err
        assert "Traceback" not in result.err
