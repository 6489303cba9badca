"""Buurn drawn in text, from its view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from ludoteca.buurn.v1 import buurn_pb2
from ludoteca_tui.frame import PLAIN, Piece, flow, joined, styled
from ludoteca_tui.games.buurn_race import RACING, TOTEMS, last_race, options_of
from ludoteca_tui.look import CHANGED, INK, LIVE, MUTED, PAPER, STRONG, YOURS, fill
from ludoteca_tui.numerals import numeral
from ludoteca_tui.scene import Scene, badge

if TYPE_CHECKING:
    from collections.abc import Iterable

FILLS: dict[str, Style] = {
    "purchase": fill("#35ad8d", INK),
    "tax": fill("#b71717", PAPER),
    "organisation": fill("#ab22e0", PAPER),
    "black_market": fill("#111e42", PAPER),
    "secondary_market": fill("#fef160", INK),
}
SHORT = {
    "purchase": "buy",
    "tax": "tax",
    "organisation": "org",
    "black_market": "black",
    "secondary_market": "second",
}
OVER = "finished"
QUESTIONS = {
    "leave": "which card to leave",
    "give_lot": "who gets what was bought",
    "market": "pay or take the Bank",
    "stash": "which card to keep",
    "give_third": "who gets the third card",
    "swap": "whether to swap a card",
    "give": "whether to give a card away",
}
LEGEND = (
    " ! can be chosen   max: the highest number a seat can pay",
    " up, dn: ingredients face up and face down   or: organisations",
)
LEGEND_OVER = (" cards: ingredients, face down ones too; they break ties, then money does",)


class BuurnRenderer:
    """Lot, number, organisation card, totems, bank and deck."""

    def facts(self, scene: Scene) -> list[str]:
        """Turn, bank and deck."""
        board = _board(scene)
        if board is None:
            return []
        facts = [f"turn {board.turn}", f"bank ${board.bank}", f"deck {board.deck.count}"]
        if board.HasField("final_turn"):
            facts.append(f"last turn {board.final_turn}")
        return facts

    def board(self, scene: Scene, width: int) -> list[Text]:
        """The mat, and what lies openly before the seats."""
        board = _board(scene)
        if board is None:
            return [Text("The mat is laid out when the table starts.", MUTED)]
        names = _Names(board)
        lines = flow(styled(" LOT    ", STRONG), _lot(scene, board, names), width)
        lines += _offer(scene, board, width)
        lines += _number(scene, board)
        lines += flow(styled(" TOTEMS ", STRONG), _totems(scene, board), width)
        lines += flow(styled(" BANK   ", STRONG), [_bank(scene, board)], width)
        lines += _asked(board, width)
        lines += flow(styled(" DECK   ", STRONG), _deck(board, names), width)
        for player in board.players:
            lines += _open_cards(scene, player, names, width)
        lines += flow(styled(" GONE   ", STRONG), _gone(board, names), width)
        legend = LEGEND_OVER if board.phase == OVER else LEGEND
        return [*lines, *(Text(line, MUTED) for line in legend)]

    def seat_columns(self, scene: Scene) -> list[str]:
        """Money, cards, and the totem held; at the end what decides, in its order."""
        board = _board(scene)
        if board is not None and board.phase == OVER:
            return ["points", "cards", "$"]
        return ["$", "max", "up", "dn", "or", "totem"]

    def seat_cells(self, scene: Scene, seat: int) -> list[str]:
        """A seat's numbers."""
        player, board = _player(scene, seat), _board(scene)
        if player is None or board is None:
            return ["-"] * 6
        up = sum(card.count for card in player.face_up)
        if board.phase == OVER:
            return [str(player.score), str(up + player.face_down_count), str(player.money)]
        state = "away" if player.absent else "out" if player.sitting_out else "-"
        return [
            str(player.money),
            str(player.pays_from),
            str(up),
            str(player.face_down_count),
            str(len(player.organisations)),
            SHORT.get(player.totem, player.totem) or state,
        ]

    def breakdown(self, scene: Scene) -> list[tuple[str, list[int]]]:
        """Where the points of each seat come from, once all is shown."""
        board = _board(scene)
        if board is None or board.phase != OVER:
            return []
        names = _Names(board)
        rows: dict[str, list[int]] = {}
        for column, player in enumerate(board.players):
            for row in player.score_rows:
                points = rows.setdefault(names.of(row.source), [0] * len(board.players))
                points[column] += row.points
        return list(rows.items())

    def mine(self, scene: Scene) -> list[Text]:
        """Own cards, face down ones too, what they score, and the account of the last race."""
        board = _board(scene)
        player = _player(scene, scene.seat) if scene.seat is not None else None
        if board is None or player is None or not player.own:
            return []
        names, width = _Names(board), scene.look.width
        own = [Text(text) for text in names.counts(player.face_up)] or [Text("no cards")]
        if board.phase == OVER:  # the table of the points says the rest
            return []
        if player.face_down:
            own.append(styled("face down (only you):", MUTED))
            own += [Text(text) for text in names.counts(player.face_down)]
        if player.HasField("score"):
            counted = [row for row in player.score_rows if row.points]
            rows = ", ".join(f"{names.of(row.source)} {row.points}" for row in counted)
            own.append(styled(f"score now {player.score}", STRONG))
            own += [styled(f"({rows})", MUTED)] if rows else []
        lines = flow(styled(" MINE   ", STRONG), own, width)
        lines += _time(scene, board)
        if player.hand:
            hand = [_in_hand(scene, index, names.of(f)) for index, f in enumerate(player.hand)]
            hand.append(styled("(only you)", MUTED))
            lines += flow(styled(" HAND   ", STRONG), hand, width)
        for owned in player.organisations:
            text = f"{owned.card.text} (taken in turn {owned.turn})"
            lines += flow(
                styled(" CARD   ", STRONG), [styled(owned.card.name, STRONG), Text(text)], width
            )
        return lines + _last(scene, width)


class _Names:
    """Families by id."""

    def __init__(self, board: buurn_pb2.View) -> None:
        self._names = {family.id: family.name for family in board.families}

    def of(self, identity: str) -> str:
        """The name of a family, or the id as people write it."""
        return self._names.get(identity) or identity.replace("_", " ")

    def counts(self, cards: Iterable[buurn_pb2.FamilyCount]) -> list[str]:
        """Families with how many there are."""
        return [f"{self.of(card.family)} {card.count}" for card in cards if card.count]


def _board(scene: Scene) -> buurn_pb2.View | None:
    state = scene.state()
    return state if isinstance(state, buurn_pb2.View) else None


def _player(scene: Scene, seat: int) -> buurn_pb2.Player | None:
    board = _board(scene)
    return next((p for p in board.players if p.seat == seat), None) if board else None


def _marks(scene: Scene, anchor: str) -> tuple[Piece, Style]:
    """The sign that a thing can be chosen, and the style of its name."""
    mark: Piece = ("!" if anchor in scene.live else "", LIVE)
    return mark, CHANGED if anchor in scene.changed else STRONG


def _lot(scene: Scene, board: buurn_pb2.View, names: _Names) -> list[Text]:
    own = _player(scene, scene.seat) if scene.seat is not None else None
    items = []
    for card in board.lot:
        mark, style = _marks(scene, f"lot {card.slot}")
        row: list[Piece] = [mark, ("[", MUTED), (names.of(card.family), style)]
        if own is not None:
            piles = (*own.face_up, *own.face_down)
            count = sum(pile.count for pile in piles if pile.family == card.family)
            row.append((f": you {count}", PLAIN))
        is_left = board.HasField("left_slot") and board.left_slot == card.slot
        row.append((" left]" if is_left else "]", MUTED))
        items.append(joined(row))
    return items or [styled("nothing", MUTED)]


def _offer(scene: Scene, board: buurn_pb2.View, width: int) -> list[Text]:
    """The organisation card, and the back that says where countdowns start."""
    items: list[Text] = []
    if board.HasField("organisation_on_offer"):
        card = board.organisation_on_offer
        mark, style = _marks(scene, f"organisation {card.id}")
        items.append(joined([mark, ("[", MUTED), (card.name, style), ("]", MUTED)]))
        items.append(Text(f"{card.type}: {card.text}"))
    else:
        items.append(styled("none on offer", MUTED))
    back = f", next back {board.next_back}" if board.HasField("next_back") else ""
    items.append(styled(f"pile {board.organisation_pile_count}{back}", MUTED))
    return flow(styled(" ORG    ", STRONG), items, width)


def _number(scene: Scene, board: buurn_pb2.View) -> list[Text]:
    """The count, and what it belongs to: large, unless it is drawn elsewhere or over."""
    notes = [f"start {board.start_number}", f"auction {board.auction}"]
    if board.restarted:
        notes.append("again, after a false start")
    if board.HasField("price"):
        notes.insert(0, f"sold at {board.price}")
    elif not board.HasField("count"):
        notes.insert(0, "no number yet")
    if board.phase not in RACING or scene.seat is not None:
        return [styled(" COUNT  ", STRONG).append("   ".join(notes), MUTED)]
    rows = numeral(board.count if board.HasField("count") else None)
    sides = [*notes, *[""] * (len(rows) - len(notes))]
    return [
        joined([(f"{'':>24}{row}", STRONG), (f"      {side}", MUTED)])
        for row, side in zip(rows, sides, strict=True)
    ]


def _totems(scene: Scene, board: buurn_pb2.View) -> list[Text]:
    items = []
    for totem in board.totems:
        mark, style = _marks(scene, f"totem {totem.id}")
        _, name = TOTEMS.get(totem.id, ("", totem.id.replace("_", " ")))
        chip = FILLS.get(totem.id, Style(reverse=True))
        row: list[Piece] = [mark, (f" {name} ", chip + CHANGED if style == CHANGED else chip)]
        row.append((" ", PLAIN))
        row.append(badge(totem.holder) if totem.HasField("holder") else ("free", MUTED))
        items.append(joined(row))
    return items


def _bank(scene: Scene, board: buurn_pb2.View) -> Text:
    mark, style = _marks(scene, "pile bank")
    return joined([mark, (f"${board.bank}", style)])


def _asked(board: buurn_pb2.View, width: int) -> list[Text]:
    """Who decides what."""
    if not board.question or not board.HasField("seat"):
        return []
    asked = QUESTIONS.get(board.question, board.question.replace("_", " "))
    if board.question == "market" and board.HasField("market_cost"):
        asked = f"pay ${board.market_cost} or take the Bank"
    return flow(
        styled(" ASKED  ", STRONG), [joined([badge(board.seat), (f" {asked}", PLAIN)])], width
    )


def _time(scene: Scene, board: buurn_pb2.View) -> list[Text]:
    """How long the viewer may think: then the clock decides."""
    options = options_of(scene.table)
    is_asked = board.question and board.HasField("seat") and board.seat == scene.seat
    if not is_asked or not options.tick_ms:
        return []
    seconds = -(-options.decision_ms // 1000)
    return [styled(" TIME   ", STRONG).append(f"you have {seconds} s; then the clock decides")]


def _deck(board: buurn_pb2.View, names: _Names) -> list[Text]:
    deck = board.deck
    items = [Text(f"{deck.count} {'card' if deck.count == 1 else 'cards'}")]
    items += [_back("on top", card, names) for card in reversed(deck.top)]
    if deck.body:
        items.append(Text(f"{deck.body} that nobody knows"))
    if deck.tail:
        end = " with the End Game card" if deck.end_in_tail else ""
        items.append(Text(f"the last {deck.tail}{end}"))
    return items + [_back("under it", card, names) for card in deck.bottom]


def _back(where: str, card: buurn_pb2.DeckCard, names: _Names) -> Text:
    """A card that a seat put back: its family if the viewer knows it, else who does."""
    if card.family:
        return Text(f"{where} {names.of(card.family)} (only you)")
    return joined([(f"{where} one that ", PLAIN), badge(card.known_by), (" knows", PLAIN)])


def _open_cards(scene: Scene, player: buurn_pb2.Player, names: _Names, width: int) -> list[Text]:
    """A seat's open cards."""
    head = joined([(" CARDS ", YOURS if player.own else STRONG), badge(player.seat), (" ", PLAIN)])
    items: list[Text] = []
    for card in player.face_up:
        mark, style = _marks(scene, f"face_up {player.seat}/{card.family}")
        plain = PLAIN if style == STRONG else style
        items.append(joined([mark, (f"{names.of(card.family)} {card.count}", plain)]))
    items += [styled(owned.card.name, STRONG) for owned in player.organisations]
    is_over = player.own and (board := _board(scene)) is not None and board.phase == OVER
    if player.face_down and (is_over or not player.own):  # shown at the end
        items.append(styled("face down:", MUTED))
        items += [Text(text) for text in names.counts(player.face_down)]
    elif player.face_down_count:
        items.append(styled(f"? x{player.face_down_count}", MUTED))
    return flow(head, items or [styled("-", MUTED)], width)


def _gone(board: buurn_pb2.View, names: _Names) -> list[Text]:
    items = [Text(text) for text in names.counts(board.discard)]
    items += [styled(card.name, STRONG) for card in board.organisation_discard]
    return items or [styled("nothing", MUTED)]


def _in_hand(scene: Scene, index: int, name: str) -> Text:
    mark, style = _marks(scene, f"hand {index}")
    return joined([mark, (name, style)])


def _last(scene: Scene, width: int) -> list[Text]:
    touches = last_race(scene.past)
    if not touches:
        return []
    items = [Text(touch.text(scene.name(touch.seat)) + ".") for touch in touches]
    return flow(styled(" LAST   ", STRONG), items, width)
