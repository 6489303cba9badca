"""Positions that play themselves."""

from __future__ import annotations

from random import Random

import pytest

from ludoteca.burgenland.v1.burgenland_pb2 import Action
from ludoteca.buurn.v1.buurn_pb2 import Options
from ludoteca.v1.table_pb2 import View
from ludoteca_core import BadRequest, Library, Position, Rejected
from tests.unit.core.desk import Desk


def played(position: Position, seed: int) -> Position:
    """Plays by index to the end."""
    random = Random(seed)  # noqa: S311 - a test's own dice
    while not position.is_over:
        position.act(random.randrange(position.legal_count))
    return position


def test_r28_a_position_follows_from_its_seed_alone() -> None:
    left, right = Position("burgenland", 3, 5), Position("burgenland", 3, 5)
    other = played(Position("burgenland", 3, 6), 1)
    assert played(left, 1).digest() == played(right, 1).digest()
    assert other.digest() != left.digest()
    assert sorted(seat for group in left.ranking() for seat in group) == [0, 1, 2]
    assert left.actor is None
    assert left.legal_count == 0


def test_a_copy_goes_its_own_way() -> None:
    position = Position("burgenland", 2, 8, [("two_player_layout", "full_set")])
    position.play_at_random(20)
    before = position.digest()
    copy = position.clone()
    assert copy.digest() == before
    copy.play_at_random(20)
    assert position.digest() == before != copy.digest()


def test_actions_go_by_index() -> None:
    position = Position("burgenland", 4, 2)
    actions = [Action.FromString(position.action(i)) for i in range(position.legal_count)]
    assert actions[0].WhichOneof("action") == "draw_cards"
    for index in (position.legal_count, 10_000):
        with pytest.raises(IndexError):
            position.act(index)
        with pytest.raises(IndexError):
            position.action(index)
    assert position.ranking() == []
    assert position.actor in range(4)


def test_random_play_ends() -> None:
    position = Position("burgenland", 2, 9)
    first = position.play_at_random(50)
    rest = position.play_at_random(10**9)
    assert first == 50
    assert rest > 0
    assert position.is_over
    assert position.play_at_random(5) == 0


def test_bad_positions_are_refused() -> None:
    with pytest.raises(BadRequest):
        Position("chess", 2, 1)
    with pytest.raises(BadRequest):
        Position("burgenland", 300, 1)
    with pytest.raises(Rejected):
        Position("burgenland", 5, 1)
    with pytest.raises(Rejected):
        Position("burgenland", 2, 1, [("turn_limit", "never")])


# A table of Buurn without a pace of its own: a seat calls the numbers, and somebody always acts.
@pytest.mark.parametrize(
    ("game", "seed", "options"),
    [("burgenland", 12, None), ("el_gaucho", 12, None), ("buurn", 13, Options(tick_ms=0))],
    ids=["burgenland", "el_gaucho", "buurn"],
)
def test_r30_a_state_is_sampled_from_the_view_alone(
    game: str, seed: int, options: Options | None
) -> None:
    desk = Desk(Library(), seats=3, seed=seed, game=game, options=options)
    desk.play(60)
    assert not desk.table.is_over
    seat = desk.to_act()
    view = desk.table.view(seat, False)
    positions = [Position.sampled(view, guess) for guess in range(12)]
    assert len({position.digest() for position in positions}) > 1, "hands are guessed"
    if game != "buurn":  # in a race several seats act, and any of them goes first
        assert all(position.actor == seat for position in positions)
        assert len({position.legal_count for position in positions}) == 1, "its own hand is known"
    for guess, position in enumerate(positions):
        assert played(position, guess).ranking()
    with pytest.raises(BadRequest):
        Position.sampled(View().SerializeToString(), 1)
