"""Bots: who wins, and what they get to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca_bots import KINDS, AtRandom, make
from ludoteca_bots.burgenland import Greedy
from tests.unit.clients.offline import OfflineTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.v1 import table_pb2

GAMES = 40
MOST_TURNS_A_SEAT = 45


def test_greedy_beats_random_clearly() -> None:
    wins = 0
    for seed in range(GAMES):
        greedy = seed % 2
        strategies = [
            make("greedy" if seat == greedy else "random", "burgenland", seed) for seat in (0, 1)
        ]
        ranking = OfflineTable(seed).play(strategies)
        wins += ranking[0] == [greedy]
    print(f"greedy won {wins} of {GAMES}")
    assert wins >= 0.9 * GAMES


def test_greedy_comes_to_an_end_with_every_number_of_seats() -> None:
    for seats in (2, 3, 4):
        table = OfflineTable(seats, ("Ana", "Bea", "Cleo", "Dan")[:seats])
        ranking = table.play([make("greedy", "burgenland") for _ in range(seats)])
        board = burgenland_pb2.View()
        assert table.view(None).state.Unpack(board)
        print(f"{seats} seats: {board.turn} turns")
        assert len(ranking[0]) == 1, "somebody has built everything"
        assert board.turn <= MOST_TURNS_A_SEAT * seats


def test_equal_seeds_choose_alike() -> None:
    games = []
    for _ in range(2):
        table = OfflineTable(7)
        table.play([make("random", "burgenland", seed) for seed in (3, 4)])
        games.append(table.table.digest())
    assert games[0] == games[1]


def test_r30_a_bot_gets_its_own_hand_and_no_other() -> None:
    class Curious(Greedy):
        seen = 0

        def choose(
            self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
        ) -> table_pb2.Offer:
            board = burgenland_pb2.View()
            assert view is not None
            assert view.state.Unpack(board)
            for player in board.players:
                if player.seat != view.seat:
                    assert not player.hand
                    assert not player.bonus_tiles
                    self.seen += player.hand_count + player.bonus_count
            return super().choose(view, offers)

    curious = Curious()
    OfflineTable(11).play([curious, Greedy()])
    print(f"{curious.seen} hidden things passed by")
    assert curious.seen > 100, "there was something to hide"


def test_kinds_go_by_name() -> None:
    assert isinstance(make("greedy", "burgenland"), Greedy)
    assert isinstance(make("greedy", "a game nobody knows"), AtRandom)
    with pytest.raises(ValueError, match=", ".join(KINDS)):
        make("clever", "burgenland")
