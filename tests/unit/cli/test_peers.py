"""What stands beside other makers' servers: the sums, the words, and what happens where a peer is not to be had."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from ludoteca_cli.bench.measure import Measure, Wish
from ludoteca_cli.bench.peers import installed
from ludoteca_cli.bench.peers.compared import PAIRINGS, Turn, measures, names
from ludoteca_cli.bench.peers.contest import by_turns, done, measure, notes
from ludoteca_cli.bench.peers.installed import HERE, NODE_PINS, NotMeasured
from ludoteca_cli.bench.peers.player import playing
from ludoteca_cli.bench.peers.section import pins, section
from ludoteca_cli.bench.report import written
from ludoteca_server.datadir import Running

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

OURS = [Turn(1000.0, 100.0, 25.0), Turn(9000.0, 900.0, 25.0), Turn(2000.0, 200.0, 50.0)]
THEIRS = [Turn(500.0, 400.0), Turn(600.0, 500.0), Turn(100.0, 4000.0)]
ANSWERS = "import sys\nfor line in sys.stdin: print({!r}, flush=True)"


def test_a_figure_is_the_middle_turn_and_ours_over_theirs() -> None:
    found = measures({"pair": OURS, "boardgame": THEIRS})
    assert found["peers.boardgame.rate"] == Measure(2000.0, "actions/s", 500.0, 4.0)
    assert found["peers.boardgame.core"] == Measure(5000.0, "actions/s", 2000.0, 2.5)
    store = found["peers.boardgame.store"]
    assert (store.value, store.baseline) == (4000.0, 2000.0), "200 us and 50 us of the store"


def test_a_pairing_without_one_side_is_left_out() -> None:
    assert measures({"pair": OURS, "colyseus": []}) == {}


async def test_a_peer_that_fails_is_left_out_and_the_rest_goes_on() -> None:
    calls: list[str] = []

    async def fine() -> Turn:
        calls.append("fine")
        return OURS[0]

    async def broken() -> Turn:
        calls.append("broken")
        raise NotMeasured("it ended: out of breath")

    turns, failed = await by_turns({"broken": broken, "fine": fine}, 3, lambda _text: None)
    assert turns == {"fine": [OURS[0]] * 3}, "the first of four warms up"
    assert failed == {"broken": "it ended: out of breath"}
    assert calls.count("broken") == 1


async def test_without_node_it_says_so_and_nobody_plays_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    running = Running(pid=1, address="127.0.0.1:1", workers=[1])
    wish = Wish("peers.boardgame.*,peers.colyseus*")
    found = await measure(wish, tmp_path / "never-started", running)
    assert {name: each.note for name, each in found.items()} == {
        "peers.boardgame": "not measured: node is not on PATH",
        "peers.colyseus": "not measured: node is not on PATH",
    }


async def test_without_the_load_generator_no_peer_is_started() -> None:
    found = await measure(Wish("peers.boardgame.core"), None, Running(pid=1))
    (note,) = (each.note for each in found.values())
    assert note == "not measured: the load generator is not built (`make bench` builds it)"


def test_a_peer_that_is_missing_is_told_in_one_line() -> None:
    sides = ("boardgame", "colyseus", "colyseus.echo")
    found = notes(PAIRINGS, dict.fromkeys(sides, "node is not on PATH"))
    assert [*found] == ["peers.boardgame", "peers.colyseus"]
    assert found["peers.colyseus"].as_dict()["note"] == "not measured: node is not on PATH"
    assert section(found) == [
        *("", "## Peers", ""),
        "boardgame.io and Colyseus: not measured: node is not on PATH.",
    ]


def test_the_report_says_where_a_peer_is_ahead() -> None:
    turns = {
        "pair": [Turn(1000.0, 200.0, 50.0)],
        "boardgame": [Turn(400.0, 500.0)],
        "colyseus": [Turn(8000.0, 40.0)],
        "pair16": [Turn(4000.0, 20.0, 5.0)],
    }
    text = "\n".join(section(measures(turns)))
    assert "- Ludoteca is ahead 2.0 to 2.5 times in `peers.boardgame`." in text
    assert (
        "- **Colyseus is ahead** 5.0 to 8.0 times in `peers.colyseus`: it passes bytes on" in text
    )
    assert (
        "- **Colyseus is ahead** 2.0 times in `peers.colyseus16` (by another figure Ludoteca is,"
        " 1.6 to 2.0 times)"
    ) in text


def test_targets_and_missing_peers_stand_in_the_written_report(tmp_path: Path) -> None:
    found = measures({"pair": OURS, "boardgame": THEIRS})
    found["peers.eventsourcing"] = Measure(None, "", note="not measured: it does not install: no")
    written(tmp_path / "b.md", found, quick=True, load_before=0.0)
    text = (tmp_path / "b.md").read_text()
    assert re.search(r"^\| `peers\.boardgame\.core` .* 2\.5 \| >= 2 \| reached \|$", text, re.M)
    assert "eventsourcing: not measured: it does not install: no." in text
    assert "Other numbers" not in text
    assert "peers.boardgame.core" in (tmp_path / "b.svg").read_text()


def test_every_measure_has_a_name_of_its_own() -> None:
    assert len({*names()}) == len(names())
    assert all(name.startswith("peers.") for name in names())


@pytest.mark.parametrize("peer", ["boardgame", "colyseus"])
def test_versions_are_pinned_and_name_no_place_to_fetch_them(peer: str) -> None:
    asked = json.loads((HERE / peer / "package.json").read_text())["dependencies"]
    text = (HERE / peer / NODE_PINS).read_text()
    packages = json.loads(text)["packages"]
    assert "resolved" not in text
    for name, version in asked.items():
        assert packages[f"node_modules/{name}"]["version"] == version
        assert packages[f"node_modules/{name}"]["license"] == "MIT"
    assert all("integrity" in each for name, each in packages.items() if name)
    assert f"eventsourcing {dict(_pins())['eventsourcing']}" in set(pins())


def _pins() -> list[tuple[str, str]]:
    return [(name, version) for name, _, version in (pin.rpartition(" ") for pin in pins())]


def test_a_peer_is_installed_once_and_again_when_its_pins_change(tmp_path: Path) -> None:
    made, sources = tmp_path / "made", tmp_path / "pins"
    command = (sys.executable, "-c", "open('log', 'a').write('x')")
    sources.write_text("one")
    for _ in range(2):
        installed.install(made, sources, command)
    assert (made / "log").read_text() == "x"
    sources.write_text("two")
    installed.install(made, sources, command)
    assert (made / "log").read_text() == "xx"


def test_a_peer_that_does_not_install_says_why_and_is_tried_again(tmp_path: Path) -> None:
    sources = tmp_path / "pins"
    sources.write_text("one")
    said = r"WARNING: trying again\nERROR: no such registry"
    command = (sys.executable, "-c", f"import sys; sys.exit('{said}')")
    for _ in range(2):
        with pytest.raises(NotMeasured, match="it does not install: ERROR: no such registry"):
            installed.install(tmp_path, sources, command)


async def _told(program: str, folder: Path) -> Sequence[dict[str, float]]:
    async with playing(sys.executable, "-c", program, cwd=folder) as player:
        return [await player.ask("go"), await player.ask("go")]


async def test_a_line_is_answered_by_a_line(tmp_path: Path) -> None:
    answers = await _told(ANSWERS.format('{"done": 3, "seconds": 0.5}'), tmp_path)
    assert answers == [{"done": 3.0, "seconds": 0.5}] * 2


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("raise ValueError('no port')", "it ended: ValueError: no port"),
        ("input()", "it ended: it said nothing"),
        (ANSWERS.format("Warning: deprecated"), "it answered 'Warning: deprecated'"),
    ],
)
async def test_a_peer_that_does_not_answer_is_not_measured(
    program: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(NotMeasured, match=re.escape(reason)):
        await _told(program, tmp_path)


async def test_a_turn_has_a_rate_and_the_servers_processor_time(tmp_path: Path) -> None:
    program = ANSWERS.format('{"done": 4, "seconds": 2}')
    async with playing(sys.executable, "-c", program, cwd=tmp_path) as player:
        turn = await done(player, player, "go move", 2.0)
    assert turn.rate == 2.0
    assert turn.cost_us > 0


async def test_a_turn_in_which_nothing_was_done_is_not_measured(tmp_path: Path) -> None:
    program = ANSWERS.format('{"done": 0, "seconds": 2}')
    async with playing(sys.executable, "-c", program, cwd=tmp_path) as player:
        with pytest.raises(NotMeasured, match="it got nothing done"):
            await done(player, player, "go move", 2.0)
