"""Bots: who wins, and what they get to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.el_burro.v1 import el_burro_pb2
from ludoteca.el_gaucho.v1 import el_gaucho_pb2
from ludoteca_bots import KINDS, AtRandom, make
from ludoteca_bots.burgenland import Greedy
from ludoteca_bots.el_gaucho_herds import best_order, gain, outlook
from tests.unit.clients.offline import OfflineTable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludoteca.v1 import table_pb2
    from ludoteca_bots import Strategy

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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random_at_el_gaucho(seats: int) -> None:
    games, wins, gap = 12, 0, 0
    for seed in range(games):
        greedy = seed % seats
        kinds = ["greedy" if seat == greedy else "random" for seat in range(seats)]
        players = [make(kind, "el_gaucho", seed * 7 + seat) for seat, kind in enumerate(kinds)]
        table = OfflineTable(seed, ("Ana", "Bea", "Cleo", "Dan")[:seats], game="el_gaucho")
        wins += table.play(players)[0] == [greedy]
        pesos = [player.pesos for player in herders(table).players]
        gap += pesos.pop(greedy) - max(pesos)
    print(f"{seats} seats: greedy won {wins} of {games}, by {gap / games:.0f} pesos on average")
    assert wins >= 0.9 * games
    assert gap >= 50 * games


def test_greedy_players_end_el_gaucho_in_a_human_number_of_rounds() -> None:
    for seats, most_rounds in ((2, 25), (3, 20), (4, 18)):
        table = OfflineTable(seats, ("Ana", "Bea", "Cleo", "Dan")[:seats], game="el_gaucho")
        table.play([make("greedy", "el_gaucho") for _ in range(seats)])
        board = herders(table)
        print(f"{seats} seats: {board.round} rounds, {[p.pesos for p in board.players]} pesos")
        assert board.round <= most_rounds
        assert all(player.pesos >= 60 for player in board.players)


def herders(table: OfflineTable) -> el_gaucho_pb2.View:
    board = el_gaucho_pb2.View()
    assert table.view(None).state.Unpack(board)
    return board


def test_greedy_gains_three_times_the_prestige_of_random_at_el_burro() -> None:
    ends: dict[str, list[int]] = {"greedy": [], "random": []}
    for seats in (2, 3, 4):
        means = {}
        for kind, all_ends in ends.items():
            here = [end for seed in range(24 // seats) for end in prestige(kind, seats, seed)]
            means[kind] = sum(here) / len(here)
            all_ends += here
        print(f"{seats} seats: greedy {means['greedy']:.1f}, random {means['random']:.1f} prestige")
        assert means["greedy"] >= 2.5 * means["random"]
    greedy, at_random = (sum(all_ends) / len(all_ends) for all_ends in ends.values())
    print(f"all tables: greedy {greedy:.1f}, random {at_random:.1f} prestige")
    assert greedy >= 3 * at_random


def prestige(kind: str, seats: int, seed: int) -> list[int]:
    """What the players of a table of one kind end with at El Burro."""
    table = OfflineTable(seed, ("Ana", "Bea", "Cleo", "Dan")[:seats], game="el_burro")
    table.play([make(kind, "el_burro", seed * 7 + seat) for seat in range(seats)])
    board = el_burro_pb2.View()
    assert table.view(None).state.Unpack(board)
    return [player.prestige for player in board.players]


def test_herds_are_judged_by_what_they_may_become() -> None:
    assert outlook([3, 5]) > 2 * 5, "higher tiles may come"
    assert outlook([3, 12]) == 24, "none can"
    assert gain([3, 5], 8) > gain([3, 5], 4), "one that fits, one that sells"
    assert best_order([2], [9, 5]) == [5, 9]
    assert best_order([12, 9, 5], [2, 4]) == [4, 2]
    assert best_order([], []) == []


def test_equal_seeds_choose_alike() -> None:
    games = []
    for _ in range(2):
        table = OfflineTable(7)
        table.play([make("random", "burgenland", seed) for seed in (3, 4)])
        games.append(table.table.digest())
    assert games[0] == games[1]


def hands(view: table_pb2.View) -> int:
    """How much of others is hidden at a table of Burgenland; none of it is in the view."""
    board = burgenland_pb2.View()
    assert view.state.Unpack(board)
    hidden = 0
    for player in board.players:
        if player.seat != view.seat:
            assert not player.hand
            assert not player.bonus_tiles
            hidden += player.hand_count + player.bonus_count
    return hidden


def tiles(view: table_pb2.View) -> int:
    """The same at a table of El Gaucho."""
    board = el_gaucho_pb2.View()
    assert view.state.Unpack(board)
    hidden = board.steppe.tiles - len(board.steppe.known)
    for player in board.players:
        if player.seat != view.seat:
            assert not player.start_draw
            assert not player.discards
            assert not player.HasField("choice")
            hidden += player.start_draw_count + player.discard_count
    return hidden


def backs(view: table_pb2.View) -> int:
    """The same at a table of Buurn."""
    board = buurn_pb2.View()
    assert view.state.Unpack(board)
    hidden = 0
    for player in board.players:
        if player.seat != view.seat:
            assert not player.face_down
            assert not player.hand
            assert not player.HasField("score")
            hidden += player.face_down_count
    for card in (*board.deck.top, *board.deck.bottom):
        if card.known_by != view.seat:
            assert not card.family
            hidden += 1
    return hidden


def farms(view: table_pb2.View) -> int:
    """The same at a table of El Burro."""
    board = el_burro_pb2.View()
    assert view.state.Unpack(board)
    hidden = 0
    for player in board.players:
        if player.seat != view.seat:
            assert not player.own
            assert not player.hand
            assert not player.donkey_hand
            assert not player.donkey_discard
            hidden += player.hand_count.normal + player.hand_count.special
            hidden += player.donkey_hand_count + player.donkey_discard_count
            hidden += player.stable_hidden
    return hidden


class Curious:
    """Plays as another strategy does, and looks at everything it is given."""

    needs_view = True

    def __init__(self, strategy: Strategy, look: Callable[[table_pb2.View], int]) -> None:
        self._strategy = strategy
        self._look = look
        self.seen = 0

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer | None:
        assert view is not None
        self.seen += self._look(view)
        return self._strategy.choose(view, offers)


@pytest.mark.parametrize(
    ("game", "look"),
    [("burgenland", hands), ("el_gaucho", tiles), ("buurn", backs), ("el_burro", farms)],
)
def test_r30_a_bot_gets_its_own_hand_and_no_other(
    game: str, look: Callable[[table_pb2.View], int]
) -> None:
    curious = [Curious(make("greedy", game, seat), look) for seat in range(3)]
    OfflineTable(11, ("Ana", "Bea", "Cleo"), game=game).play(list(curious))
    seen = sum(each.seen for each in curious)
    print(f"{seen} hidden things passed by")
    assert seen > 100, "there was something to hide"


def test_kinds_go_by_name() -> None:
    assert isinstance(make("greedy", "burgenland"), Greedy)
    assert isinstance(make("greedy", "a game nobody knows"), AtRandom)
    with pytest.raises(ValueError, match=", ".join(KINDS)):
        make("clever", "burgenland")
