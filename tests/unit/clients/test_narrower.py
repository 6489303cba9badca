"""The narrower: whatever is legal can be reached, in few steps, from short lists."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2, words_pb2
from ludoteca_bots import AtRandom
from ludoteca_tui.games import standing
from ludoteca_tui.narrower import GROUP, Narrower
from tests.unit.clients.offline import OfflineTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_tui.narrower import Standing

STATES = 400
MOST_CHOICES = 5


def reached(
    narrower: Narrower, depth: int = 0, groups: Sequence[Standing] = ()
) -> tuple[list[bytes], int]:
    """All actions that choosing leads to, and the most choices it took."""
    if len(narrower.left) == 1:
        return [narrower.left[0].SerializeToString(deterministic=True)], depth
    found: list[bytes] = []
    deepest = depth
    for number, choice in () if narrower.path else narrower.standing():
        if choice.offers:
            apart = Narrower(narrower.offers, (), groups)
            assert apart.choose(number)
            actions, depth_there = reached(apart, depth + 1, groups)
            found += actions
            deepest = max(deepest, depth_there)
    while True:
        shown, rest = narrower.page()
        assert len(shown) <= GROUP
        steps = narrower.steps
        for number in range(1, len(shown) + 1):
            page_of = Narrower(narrower.offers, (), groups)
            page_of.follow(steps)
            while page_of.page()[0] != shown:
                page_of.more()
            assert page_of.choose(number)
            actions, depth_there = reached(page_of, depth + 1, groups)
            found += actions
            deepest = max(deepest, depth_there)
        if not rest:
            return found, deepest
        narrower.more()


def table_of(game: str, seed: int) -> OfflineTable:
    names = ("Ana", "Bea", "Cleo", "Dan")
    if game == "buurn":
        return OfflineTable(seed, (*names, "Eve")[: 3 + seed % 3], game=game)
    if game == "burgenland":
        return OfflineTable(seed, names[: 2 + seed % 2], turn_limit=150)
    return OfflineTable(seed, names[: 2 + seed % 3], game=game)


@pytest.mark.parametrize("game", ["burgenland", "buurn", "el_gaucho", "el_burro"])
def test_a05_exactly_the_legal_list_is_reached(game: str) -> None:
    states = deepest = longest = 0
    kinds: set[str] = set()
    seed = 0
    while states < STATES:
        table = table_of(game, seed)
        players = [AtRandom(seed + seat) for seat in range(5)]
        chance = random.Random(seed)  # noqa: S311 - which states to look at
        seed += 1
        while not table.table.is_over and states < STATES:
            if not (acting := table.all_to_act()):
                table.wait()
                continue
            seat = chance.choice(acting)
            offers = table.offers(seat).offers
            if chance.random() < 0.15:
                groups = standing(game)
                narrower = Narrower(offers, ("Ana", "Bea", "Cleo", "Dan", "Eve"), groups)
                found, depth = reached(narrower, groups=groups)
                legal = [offer.SerializeToString(deterministic=True) for offer in offers]
                assert sorted(found) == sorted(legal), "each once, and nothing else"
                assert depth <= MOST_CHOICES
                everything = Narrower(offers, ())
                assert everything.find("") == len(offers)
                states, deepest = states + 1, max(deepest, depth)
                longest = max(longest, len(offers))
                kinds.update(offer.name for offer in offers)
            table.act(seat, players[seat].choose(None, offers))
    print(
        f"{game}: {states} states, {len(kinds)} kinds of actions, the longest list {longest}, "
        f"at most {deepest} choices"
    )


def offer(name: str, label: str, **params: str) -> table_pb2.Offer:
    made = table_pb2.Offer(name=name, label=words_pb2.Sentence(key="k", text=label))
    for key, value in params.items():
        param = made.params.add(name=key, anchor=f"{key} {value}")
        param.value.id.id = value
    return made


BUILDS = [
    offer("build", f"Build {piece} at {site}", piece=piece, site=site)
    for piece in ("wall", "house")
    for site in (f"c{number}_north" for number in range(1, 12))
]
MANY = [*BUILDS, offer("draw", "Draw 2 cards")]


def test_questions_come_in_the_order_of_the_list() -> None:
    narrower = Narrower(MANY, ())
    assert [choice.text for choice in narrower.choices()] == ["Build ...", "Draw 2 cards"]
    narrower.choose(1)
    assert [choice.text for choice in narrower.choices()] == ["wall", "house"]
    narrower.choose(2)
    shown, rest = narrower.page()
    assert [choice.text for choice in shown[:2]] == [
        "Build house at c1_north",
        "Build house at c2_north",
    ]
    assert (len(shown), rest) == (GROUP, 2)
    narrower.more()
    assert [choice.text for choice in narrower.page()[0]] == [
        "Build house at c10_north",
        "Build house at c11_north",
    ]
    narrower.more()
    assert len(narrower.page()[0]) == GROUP, "the first page comes after the last"
    assert narrower.path == ["Build ...", "house"]
    assert narrower.steps == ["build", "house"]
    assert narrower.back()
    assert narrower.path == ["Build ..."]
    narrower.clear()
    assert not narrower.back()


def test_an_action_that_nobody_has_heard_of_is_offered() -> None:
    narrower = Narrower([offer("enchant_the_donkey", ""), *MANY], ())
    assert "enchant the donkey" not in narrower.choices()[0].text, "it has a sentence of its own"
    bare = table_pb2.Offer(name="enchant_the_donkey")
    assert Narrower([bare, *MANY], ()).choices()[0].text == "enchant the donkey"


def test_words_find_actions_by_sentence_parameter_and_anchor() -> None:
    narrower = Narrower(MANY, ())
    narrower.choose(2)
    assert narrower.find("c10 WALL") == 1
    assert narrower.left[0].label.text == "Build wall at c10_north"
    assert narrower.find("draw") == 1
    assert narrower.find("castle of dreams") == 0
    assert narrower.left[0].name == "draw", "nothing found changes nothing"
    assert narrower.find("") == len(MANY)


def test_what_is_left_is_what_lights_up() -> None:
    narrower = Narrower(MANY, ())
    assert len(narrower.live) == 2 + 11
    narrower.find("c3")
    assert narrower.live == {"piece wall", "piece house", "site c3_north"}


def test_a_path_is_kept_while_it_leads_somewhere() -> None:
    narrower = Narrower(MANY[:-3], ())
    narrower.follow(["build", "house", "Build house at c11_north"])
    assert narrower.steps == ["house"] or narrower.steps == []
    again = Narrower(MANY, ())
    again.follow(["build", "house", "gone"])
    assert again.steps == ["build", "house"]


def test_a_group_is_called_by_the_words_that_its_sentences_share() -> None:
    stand = [offer("place_standing", f"Stand a gaucho on black {n}", tile=f"b{n}") for n in (1, 2)]
    back = [
        offer(f"recall_from_{thing}", f"Call the gaucho back from {thing}{n}", place=f"{thing}{n}")
        for thing in ("area", "tile")
        for n in (1, 2)
    ]
    bare = [table_pb2.Offer(name="enchant_the_donkey") for _ in range(2)]
    narrower = Narrower([*stand, *back, *bare], ())
    assert [choice.text for choice in narrower.choices()] == [
        "Stand a gaucho on black ...",
        "recall from area",
        "recall from tile",
        "enchant the donkey",
    ]
