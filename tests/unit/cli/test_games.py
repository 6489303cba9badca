"""Who names no game is asked, at a terminal; elsewhere they are told which there are."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from ludoteca_cli import games
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _typed(monkeypatch: pytest.MonkeyPatch, lines: Iterable[str]) -> None:
    monkeypatch.setattr("sys.stdin", _Terminal("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("answer", ["{number}", "{id}", "{name}"])
def test_every_game_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    for number, game in enumerate(games.offered(), start=1):
        wanted = answer.format(number=number, id=game.id, name=game.name)
        _typed(monkeypatch, ["", "chess", wanted])
        assert games.asked() == game.id
        assert game.name in capsys.readouterr().out


def test_nobody_is_asked_twice_at_the_end_of_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    _typed(monkeypatch, [])
    with pytest.raises(Failure, match="No game was chosen"):
        games.asked()


def test_a_script_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    with pytest.raises(Failure) as told:
        games.asked()
    for game in games.offered():
        assert f"{game.id} " in str(told.value)
