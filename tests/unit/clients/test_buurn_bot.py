"""The greedy player of Buurn: when it buys, what it grabs, what it decides; and how bots race."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import ludoteca_bots
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_pb2, words_pb2
from ludoteca_bots import Strategy, make
from ludoteca_bots.buurn import Greedy
from ludoteca_bots.buurn_pantry import Pantry
from ludoteca_client import Client, Refused, Token
from tests.unit.clients import mat
from tests.unit.clients.fake_race import FakeRace
from tests.unit.clients.fake_service import TABLE_ID
from tests.unit.clients.offline import OfflineTable

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = 20


def choice(
    board: buurn_pb2.View, offers: list[table_pb2.Offer]
) -> tuple[str, buurn_pb2.Action] | None:
    offer = Greedy().choose(mat.a_view(board), offers)
    if offer is None:
        return None
    action = buurn_pb2.Action()
    assert offer.action.Unpack(action)
    return action.WhichOneof("action") or "", action


def asked(board: buurn_pb2.View, *actions: buurn_pb2.Action) -> buurn_pb2.Action:
    """What the bot answers to a decision."""
    chosen = choice(board, [mat.packed(action) for action in actions])
    assert chosen is not None
    return chosen[1]


def bought_at(board: buurn_pb2.View) -> int | None:
    """The number at which the bot buys in a whole countdown."""
    for count in range(board.start_number, 0, -1):
        board.count = count
        chosen = choice(board, mat.in_countdown(count, money=board.players[0].money))
        if chosen is not None:
            grab = chosen[1].grab
            assert (grab.totem, grab.count) == ("purchase", count)
            return count
    return None


def lot(*families: str) -> buurn_pb2.View:
    board = mat.a_board()
    board.ClearField("lot")
    for slot, family in enumerate(families):
        board.lot.add(slot=slot, family=family)
    return board


def test_it_buys_when_the_number_is_what_the_lot_is_worth() -> None:
    dear, cheap = bought_at(lot("fuel", "citron")), bought_at(lot("explosives", "ghost_pepper"))
    print(f"fuel and citron at {dear}, explosives and ghost pepper at {cheap}")
    assert dear is not None
    assert cheap is not None
    assert dear > cheap
    last = lot("fuel", "citron")
    last.final_turn = last.turn
    at_the_end = bought_at(last)
    assert at_the_end is not None
    assert at_the_end >= dear, "money is worth little at the end"


def test_it_never_makes_a_false_start() -> None:
    board = lot("fuel", "fuel")
    board.players[0].money = 4
    assert bought_at(board) == 4, "it can pay no more"
    only_faults = [mat.grab(totem, 9, false_start=True) for totem in mat.TOTEMS]
    assert choice(board, only_faults) is None


@pytest.mark.parametrize(
    ("bank", "price", "card", "grabbed"),
    [
        (1, 3, "permanent", "organisation"),
        (9, 3, "permanent", "black_market"),
        (1, 14, "instant", "tax"),
        (4, 2, "", "black_market"),
    ],
)
def test_it_grabs_the_totem_that_brings_most(
    bank: int, price: int, card: str, grabbed: str
) -> None:
    board = mat.a_board()
    board.phase, board.price, board.bank = "scramble", price, bank
    if card:
        board.organisation_on_offer.type = card
    else:
        board.ClearField("organisation_on_offer")
    chosen = choice(board, [mat.grab(totem, price) for totem in mat.TOTEMS[1:]])
    assert chosen is not None
    assert chosen[1].grab.totem == grabbed


def test_it_calls_the_numbers_where_nobody_else_does() -> None:
    call = mat.packed(buurn_pb2.Action(count=buurn_pb2.Count(auction=9, to=14)))
    board = lot("fuel", "citron")
    board.count = 15
    chosen = choice(board, [*mat.in_countdown(15), call])
    assert chosen is not None
    assert chosen[0] == "count"


def test_it_keeps_what_is_good_and_gives_away_what_is_bad() -> None:
    give = [buurn_pb2.Action(give_lot=buurn_pb2.GiveLot(seat=seat)) for seat in range(4)]
    good = lot("fuel", "citron")
    assert asked(good, *give).give_lot.seat == 0
    reaper = mat.a_board()
    reaper.families.add(id="carolina_reaper", name="Carolina Reaper", copies=5)
    reaper.ClearField("lot")
    reaper.lot.add(slot=0, family="carolina_reaper")
    assert asked(reaper, *give).give_lot.seat != 0
    leave = [buurn_pb2.Action(leave=buurn_pb2.Leave(slot=slot)) for slot in range(3)]
    left = asked(lot("fuel", "explosives", "citron"), *leave).leave.slot
    assert left == 2, "the only citron would be the most of them: nothing"


def test_it_decides_markets_draws_swaps_and_gifts() -> None:
    board = mat.a_board()
    board.phase = "black_market"
    market = [buurn_pb2.Action(market=buurn_pb2.Market(choice=which)) for which in ("pay", "bank")]
    assert asked(board, *market).market.choice == "bank"
    board.players[0].hand.extend(["explosives", "fuel"])
    stash = [
        buurn_pb2.Action(stash=buurn_pb2.Stash(keep=keep, place=place))
        for keep in (0, 1)
        for place in ("top", "bottom")
    ]
    kept = asked(board, *stash).stash
    assert (kept.keep, kept.place) == (1, "bottom")
    swap = buurn_pb2.Action(swap=buurn_pb2.Swap(own="cactus", seat=1, theirs="fuel"))
    skip = buurn_pb2.Action(skip=buurn_pb2.Skip())
    assert asked(board, swap, skip).WhichOneof("action") == "swap"
    gift = buurn_pb2.Action(give=buurn_pb2.Give(own="mustard", seat=1))
    assert asked(board, gift, skip).WhichOneof("action") == "skip"


def test_points_are_those_of_the_families() -> None:
    """§13: each family by its own table; the others own one vinegar, one cleaning product, two fuel."""
    others = Counter({"vintage_vinegar": 1, "cleaning_products": 1, "fuel": 2, "citron": 2})
    families = frozenset(
        {
            *("cactus", "carolina_reaper", "mustard", "citron", "cleaning_products"),
            *("vintage_vinegar", "explosives", "fuel", "ghost_pepper", "tequila"),
        }
    )

    def points(**cards: int) -> float:
        owners = Counter(dict.fromkeys(others, 1))
        pantry = Pantry(Counter(cards), 11, 2, others, owners, families)
        return pantry.score() + (0 if "vintage_vinegar" in cards else 5)

    assert points(cactus=2) == 2 * 2, "11 dollars are two fives"
    assert [points(carolina_reaper=k) for k in (1, 2, 3)] == [-3, 0, 7]
    assert points(mustard=2, explosives=1) == 2 * 1 + 2
    assert [points(citron=k) for k in (1, 2)] == [3, 0], "nothing for the most"
    assert points(cleaning_products=2) == 2 * 4, "two owners"
    assert [points(vintage_vinegar=k) for k in (1, 2)] == [-2, -2]
    assert [points(fuel=k) for k in (1, 3)] == [8, 12]
    assert [points(ghost_pepper=k) for k in (2, 3)] == [3, 6]
    assert points(tequila=4) == 5


class Eager:
    """Presses Purchase at every number."""

    needs_view = False

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer | None:
        return mat.grab("purchase", 9)


async def raced(client: Client, fake: FakeRace, strategy: Strategy) -> int:
    playing = asyncio.create_task(
        ludoteca_bots.play(client.seat(TABLE_ID, 0, Token.fresh()), strategy)
    )
    while not fake.opened:
        await asyncio.sleep(0)
    await fake.call(9)
    while not fake.presses and not isinstance(strategy, Greedy):
        await asyncio.sleep(0)
    await fake.finish()
    return await playing


@pytest.fixture
def fake() -> FakeRace:
    return FakeRace()  # type: ignore[abstract]  # the other calls answer UNIMPLEMENTED


async def test_r32_a_press_that_lost_its_race_is_no_failure(fake: FakeRace, client: Client) -> None:
    fake.refusal = words_pb2.Rejection(code="totem_taken", rule="7.3")
    assert await raced(client, fake, Eager()) == 0
    assert [press.HasField("expected_seq") for press in fake.presses] == [False]


async def test_a_bot_may_wait(fake: FakeRace, client: Client) -> None:
    fake.board.players[0].ClearField("face_up")
    fake.board.lot[0].family = fake.board.lot[1].family = "explosives"
    assert await raced(client, fake, Greedy()) == 0
    assert fake.presses == []


async def test_alone_a_refusal_is_a_failure(fake: FakeRace, client: Client) -> None:
    fake.refusal = words_pb2.Rejection(code="wrong_phase", rule="7.3")
    fake.is_alone = True
    with pytest.raises(Refused):
        await raced(client, fake, Eager())


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_greedy_beats_random_at_buurn(seats: int) -> None:
    wins = 0
    for seed in range(GAMES):
        greedy = seed % seats
        kinds = ["greedy" if seat == greedy else "random" for seat in range(seats)]
        players = [make(kind, "buurn", seed * 7 + seat) for seat, kind in enumerate(kinds)]
        table = OfflineTable(seed, ("Ana", "Bea", "Cleo", "Dan", "Eve")[:seats], game="buurn")
        wins += table.play(players)[0] == [greedy]
        faults = [
            notice.seat
            for notice in table.notices[None]
            for fact in notice.facts
            if fact.sentence.key == "fact-false-start"
        ]
        assert greedy not in faults
    print(f"{seats} seats: greedy won {wins} of {GAMES}")
    assert wins >= 0.9 * GAMES, "it won 59 of 60 with other seeds"
