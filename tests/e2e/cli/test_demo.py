"""`ludoteca demo`: the README's first command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ludoteca.v1.catalog_service_pb2 import ListGamesResponse
from ludoteca_core import Library

if TYPE_CHECKING:
    from tests.e2e.cli.conftest import Cli, Demo


def offered() -> set[str]:
    """The games that there are."""
    return {game.id for game in ListGamesResponse.FromString(Library().games()).games}


def test_the_demo_holds(demo: Demo) -> None:
    assert demo.result.status == 0, demo.result.err
    tables = demo.result.json()
    assert {table["game_id"] for table in tables} == offered()
    for table in tables:
        assert [check["held"] for check in table["checks"]] == [True] * 5, table["game"]
        assert table["held"]


def test_the_demos_records_verify_without_a_service(demo: Demo, cli: Cli) -> None:
    assert demo.records.keys() == offered()
    for table in demo.result.json():
        result = cli("record", "verify", str(demo.records[table["game_id"]]), "--json")
        assert result.status == 0, result.err
        found = result.json()
        assert found["ok"]
        assert found["final_digest"] == table["final_digest"]
        assert found["picks"] > 0


def test_a_record_with_one_other_pick_does_not_verify(demo: Demo, cli: Cli) -> None:
    lines = demo.record.read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    seq, entry = next(
        (seq, entry) for seq, entry in enumerate(entries) if seq > 20 and entry.get("picks")
    )
    entry["picks"][0] ^= 1
    lines[seq] = json.dumps(entry)
    forged = cli.home / "forged.jsonl"
    forged.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = cli("record", "verify", str(forged))
    assert result.status == 1
    assert f"at event {seq}" in result.err


def test_the_state_of_a_finished_table_is_shown_at_any_event(demo: Demo, cli: Cli) -> None:
    whole = cli("record", "show", str(demo.record), "--as", "all", "--json")
    assert whole.status == 0, whole.err
    early = cli("record", "show", str(demo.record), "--as", "all", "--at", "10", "--json")
    assert early.status == 0, early.err
    assert early.out != whole.out


def test_nobody_sees_hands_in_the_public_view_of_a_record(demo: Demo, cli: Cli) -> None:
    everything = cli("record", "show", str(demo.record), "--as", "all", "--at", "20").out
    public = cli("record", "show", str(demo.record), "--at", "20").out
    own = cli("record", "show", str(demo.record), "--as", "1", "--at", "20").out
    assert len({everything, public, own}) == 3
