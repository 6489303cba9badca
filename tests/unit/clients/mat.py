"""A view of Buurn, written out: four seats, turn 7, the count at 9."""

from __future__ import annotations

from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_pb2

NAMES = ("Ana", "Bea", "Cleo", "Dan")
FAMILIES = ("cactus", "mustard", "citron", "fuel", "ghost_pepper", "explosives")
TOTEMS = ("purchase", "tax", "organisation", "black_market")
BENZO = buurn_pb2.Organisation(
    id="benzo",
    name="Benzo",
    type="permanent",
    text="At the start of every turn gain $1.",
    back=12,
)


def a_board(count: int | None = 9) -> buurn_pb2.View:
    board = buurn_pb2.View(
        phase="countdown",
        turn=7,
        auction=9,
        restarted=True,
        start_number=15,
        count=count,
        bank=5,
        next_back=15,
        organisation_pile_count=9,
        revealed=7,
    )
    for family in FAMILIES:
        board.families.add(id=family, name=family.replace("_", " ").title(), copies=5)
    for slot, family in enumerate(("cactus", "fuel")):
        board.lot.add(slot=slot, family=family)
    board.organisation_on_offer.CopyFrom(BENZO)
    board.deck.count, board.deck.body, board.deck.tail = 18, 12, 4
    board.deck.end_in_tail = True
    board.deck.top.add(known_by=1)
    board.deck.bottom.add(family="fuel", known_by=0)
    board.discard.add(family="citron", count=2)
    for totem in TOTEMS:
        board.totems.add(id=totem)
    for seat, money in enumerate((9, 14, 6, 1)):
        player = board.players.add(seat=seat, money=money, pays_from=money, own=seat == 0)
        player.face_up.add(family="cactus", count=1 + seat % 2)
        player.face_down_count = 1 if seat < 2 else 0
    board.players[3].sitting_out = True
    ana = board.players[0]
    ana.face_up.add(family="mustard", count=1)
    ana.face_down.add(family="ghost_pepper", count=1)
    ana.organisations.add(card=BENZO, turn=3)
    ana.score = 3
    ana.score_rows.add(source="mustard", points=2)
    ana.score_rows.add(source="money", points=1)
    return board


def a_view(board: buurn_pb2.View | None = None) -> table_pb2.View:
    view = table_pb2.View(seat=0)
    view.state.Pack(board if board is not None else a_board())
    view.prompt.text = "Countdown: Purchase buys at the number you see. You can pay from 9 down."
    table = view.table
    table.game, table.name = "buurn", "Market day"
    table.lifecycle = table_pb2.LIFECYCLE_PLAYING
    table.options.Pack(buurn_pb2.Options(tick_ms=1000, grace_ms=250, late_ticks=1))
    for seat, name in enumerate(NAMES):
        table.seats.add(seat=seat, name=name, held=True, to_act=seat < 3)
    return view


def packed(action: buurn_pb2.Action) -> table_pb2.Offer:
    offer = table_pb2.Offer(name=action.WhichOneof("action") or "")
    offer.action.Pack(action)
    return offer


def grab(totem: str, count: int, *, false_start: bool = False, auction: int = 9) -> table_pb2.Offer:
    press = buurn_pb2.Grab(totem=totem, auction=auction, count=count)
    offer = packed(buurn_pb2.Action(grab=press))
    offer.false_start, offer.reveals = false_start, True
    offer.label.text = f"Buy at {count}" if totem == "purchase" else f"Grab {totem}"
    if false_start:
        offer.warning.text = "A false start: you pay $2 and the auction starts again."
    offer.params.add(name="totem", anchor=f"totem {totem}").value.id.id = totem
    offer.params.add(name="auction").value.number = auction
    offer.params.add(name="count").value.number = count
    return offer


def in_countdown(count: int, money: int = 9) -> list[table_pb2.Offer]:
    """What a seat may do at a number of the countdown, one number late allowed."""
    buys = [grab("purchase", n, false_start=n > money) for n in (count, count + 1)]
    return [*buys, *(grab(totem, count, false_start=True) for totem in TOTEMS[1:])]


def called(seq: int, to: int, auction: int = 9) -> table_pb2.Notice:
    """The clock calls a number."""
    notice = table_pb2.Notice(seq=seq, at_ms=1_000 * seq, kind="acted", by_clock=True)
    notice.action.Pack(buurn_pb2.Action(tick=buurn_pb2.Tick(auction=auction, to=to)))
    notice.sentence.text = f"Call {to}"
    notice.facts.add().sentence.key = "fact-count"
    return notice


def grabbed(
    seq: int, seat: int, offer: table_pb2.Offer, fact: str, after_ms: int
) -> table_pb2.Notice:
    """A hand on a totem, so long after the event before."""
    notice = table_pb2.Notice(seq=seq, at_ms=1_000 * (seq - 1) + after_ms, kind="acted", seat=seat)
    notice.action.CopyFrom(offer.action)
    notice.facts.add().sentence.key = fact
    return notice
