"""Burgenland drawn in text, from its view alone."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca_tui.frame import PLAIN, Canvas, Piece, joined
from ludoteca_tui.look import (
    CHANGED,
    INK,
    LIVE,
    MUTED,
    PAPER,
    STRONG,
    YOURS,
    fill,
    seat_letter,
    seat_style,
)
from ludoteca_tui.scene import Scene, badge

BOARD_WIDTH, BOARD_HEIGHT = 82, 25
LARGE_AT = (50, 41)
"""The middle of the large castle, in the units of the view's positions."""

COLOURS: dict[str, tuple[str, Style]] = {
    "red": ("Re", fill("#bd1a0a", PAPER)),
    "green": ("Gr", fill("#307954", PAPER)),
    "yellow": ("Ye", fill("#fddd3e", INK)),
    "orange": ("Or", fill("#e37905", INK)),
    "purple": ("Pu", fill("#9a43cb", PAPER)),
    "light_blue": ("Lb", fill("#8ad0f2", INK)),
    "dark_blue": ("Db", fill("#111b7c", PAPER)),
    "white": ("Wh", fill("#f6f5f3", INK)),
}
PIECES = {"wall": "w", "house": "h", "keep": "k", "well": "o"}
BONUSES = {"joker": "jo", "coins_3": "3$", "exchange": "ex", "bonus": "b?"}
NEUTRAL = fill("#7c828a", INK)
EMPTY = fill("#3a4048", "#f2efe8")
LEGEND = (
    " castle: two colours; squares north, west, east; (well)     ! can be chosen",
    " w wall  h house  k keep  o well + owner, n neutral      seats: pieces left",
    " jo joker  3$ coins  ex exchange tile  b? bonus tile  ++ extra space possible",
)


def _colour(name: str) -> Piece:
    letters, style = COLOURS.get(name, (name[:2].title(), Style(reverse=True)))
    return (letters, style)


class BurgenlandRenderer:
    """Board, supplies and hand."""

    def facts(self, scene: Scene) -> list[str]:
        """Turn and piles."""
        board = _board(scene)
        if board is None:
            return []
        return [
            f"turn {board.turn}",
            f"deck {board.deck_count}",
            f"architect {board.architect_top}",
            f"well reward {board.well_reward}",
            f"jokers left {board.joker_pile}",
        ]

    def board(self, scene: Scene, width: int) -> list[Text]:
        """The castles between their markers, the large castle in the middle, and a legend."""
        board = _board(scene)
        if board is None:
            return [Text("The board is set up when the table starts.", MUTED)]
        canvas = Canvas(min(width, BOARD_WIDTH), BOARD_HEIGHT)
        _Drawing(scene, board, canvas).draw()
        return [*canvas.lines(), *(Text(line, MUTED) for line in LEGEND)]

    def seat_columns(self, scene: Scene) -> list[str]:
        """Pieces left to build, then cards and tiles."""
        return ["w", "h", "k", "o", "cd", "jo", "ex", "b?"]

    def seat_cells(self, scene: Scene, seat: int) -> list[str]:
        """A seat's numbers."""
        board = _board(scene)
        player = next((p for p in board.players if p.seat == seat), None) if board else None
        if player is None:
            return ["-"] * 8
        supply = player.supply
        numbers = (supply.wall, supply.house, supply.keep, supply.well)
        held = (player.hand_count, player.jokers, player.exchange_tiles, player.bonus_count)
        return [str(number) for number in (*numbers, *held)]

    def breakdown(self, scene: Scene) -> list[tuple[str, list[int]]]:
        """What counts is in the table of the seats."""
        return []

    def mine(self, scene: Scene) -> list[Text]:
        """The viewer's hand and tiles; the payment that is open."""
        board = _board(scene)
        if board is None or scene.seat is None:
            return []
        player = next((p for p in board.players if p.seat == scene.seat), None)
        if player is None:
            return []
        lines = [joined([(" HAND  ", STRONG), *_hand(scene, player)])]
        tiles = [f"{tile.kind.replace('_', ' ')} x{tile.count}" for tile in player.bonus_tiles]
        if player.exchange_tiles:
            tiles.insert(0, f"exchange x{player.exchange_tiles}")
        if tiles:
            lines.append(joined([(" TILES ", STRONG), (", ".join(tiles), PLAIN)]))
        if board.HasField("pending"):
            lines.append(joined([(" PAYING ", STRONG), (_pending(board.pending), PLAIN)]))
        return lines


def _board(scene: Scene) -> burgenland_pb2.View | None:
    state = scene.state()
    return state if isinstance(state, burgenland_pb2.View) else None


def _hand(scene: Scene, player: burgenland_pb2.Player) -> list[Piece]:
    pieces: list[Piece] = []
    for name in COLOURS:
        cards = [card for card in player.hand if card.colour == name and card.count]
        if not cards:
            continue
        is_live = any(f"card {card.card}" in scene.live for card in cards)
        values = " ".join(str(card.value) for card in cards for _ in range(card.count))
        pieces += [("!" if is_live else "", LIVE), _colour(name), (f" {values}   ", PLAIN)]
    if player.jokers:
        mark = "!" if "card joker" in scene.live else ""
        pieces.append((f"{mark}joker x{player.jokers}   ", STRONG))
    coins = sum(card.value * card.count for card in player.hand)
    pieces.append((f"coins {coins}" if pieces else "empty", MUTED))
    return pieces


def _pending(pending: burgenland_pb2.Pending) -> str:
    what = f"{pending.piece} on {pending.site.replace('_', ' ')}" if pending.piece else pending.what
    missing = (
        f"{pending.cards_missing} cards missing"
        if pending.cards_missing
        else f"{pending.coins_missing} coins missing"
    )
    colour = f" of {pending.colour.replace('_', ' ')}" if pending.colour else ""
    then = f", then {pending.architect_ahead} coins" if pending.architect_ahead else ""
    return f"{what}: {missing}{colour}{then}"


class _Drawing:
    """One board on one canvas."""

    def __init__(self, scene: Scene, board: burgenland_pb2.View, canvas: Canvas) -> None:
        self._scene = scene
        self._board = board
        self._canvas = canvas
        self._markers = {node.id: node for node in board.nodes}

    def draw(self) -> None:
        for castle in self._board.castles:
            self._paths(castle)
        self._large()
        for castle in self._board.castles:
            self._castle(castle)
        for node in self._board.nodes:
            self._marker(node)

    def _at(self, x: int, y: int) -> tuple[int, int]:
        """The cell of a position of the view, 0..100 each way."""
        return (
            round(x * (self._canvas.width - 1) / 100),
            round(y * (self._canvas.height - 1) / 100),
        )

    def _paths(self, castle: burgenland_pb2.Castle) -> None:
        middle = self._at(castle.x, castle.y)
        for node_id in castle.nodes:
            node = self._markers.get(node_id)
            if node is not None:
                self._canvas.line(self._at(node.x, node.y), middle, self._scene.look.path, MUTED)

    def _marker(self, node: burgenland_pb2.Node) -> None:
        x, y = self._at(node.x, node.y)
        letters, style = _colour(node.marker)
        anchor = f"node {node.id}"
        mark = "!" if anchor in self._scene.live else " "
        brackets = CHANGED if anchor in self._scene.changed else STRONG
        self._canvas.put_all(
            x - 3, y, [(mark, LIVE), ("(", brackets), (letters, style), (")", brackets)]
        )

    def _castle(self, castle: burgenland_pb2.Castle) -> None:
        """Two lines: name and colours, then squares and well."""
        x, y = self._at(castle.x, castle.y)
        anchor = f"castle {castle.id}"
        name_style = CHANGED if anchor in self._scene.changed else STRONG
        head: list[Piece] = [
            ("!" if anchor in self._scene.live else " ", LIVE),
            (castle.id, name_style),
            (" ", PLAIN),
        ]
        for node_id in castle.nodes:
            node = self._markers.get(node_id)
            head += [_colour(node.marker if node is not None else "?"), (" ", PLAIN)]
        spaces: list[Piece] = []
        for space in castle.spaces:
            spaces += self._space(castle, space)
        spaces.append((" ", PLAIN))
        width = max(_length(head), _length(spaces))
        left = min(max(0, x - width // 2), self._canvas.width - width)
        top = min(max(0, y - 1), self._canvas.height - 2)
        self._canvas.put_all(left, top, head)
        self._canvas.put_all(left, top + 1, spaces)

    def _space(self, castle: burgenland_pb2.Castle, space: burgenland_pb2.Space) -> list[Piece]:
        anchor = f"space {space.id}"
        if space.dir == "extra" and not castle.extra:
            return [("!", LIVE), ("++", EMPTY)] if anchor in self._scene.live else []
        mark: Piece = ("!" if anchor in self._scene.live else " ", LIVE)
        is_changed = anchor in self._scene.changed
        if space.piece:
            letter = PIECES.get(space.piece, "?")
            is_owned = space.HasField("owner")
            owner = seat_letter(space.owner) if is_owned else "n"
            style = seat_style(space.owner) if is_owned else NEUTRAL
            return [mark, (letter + owner, style + CHANGED if is_changed else style)]
        if space.dir == "well":
            is_next = castle.well_number == self._board.well_top
            well = f"({castle.well_number}{' WELL' if is_next else ''})"
            return [mark, (well, YOURS if is_next else MUTED)]
        text = BONUSES.get(space.bonus, "..")
        return [mark, (text, EMPTY + CHANGED if is_changed else EMPTY)]

    def _large(self) -> None:
        """A frame with a row for each piece: its two prices, and who has how many there."""
        is_live = "castle large" in self._scene.live
        title = f"{'!' if is_live else ' '}LARGE CASTLE"
        rows: list[list[Piece]] = [[(title, STRONG), ("  same / different", MUTED)]]
        for price in self._board.large_prices:
            row: list[Piece] = [
                (f" {price.piece:<6}", PLAIN),
                (f"{price.same} / {price.different}  ", MUTED),
            ]
            for large in self._board.large:
                if large.piece == price.piece and large.count:
                    row += [badge(large.owner), (f" {large.count} ", PLAIN)]
            rows.append(row)
        x, y = self._at(*LARGE_AT)
        width, height = max(_length(row) for row in rows) + 2, len(rows)
        left, top = x - width // 2, y - height // 2
        corners = self._scene.look.box
        edge = corners[4] * width
        self._canvas.put(left - 1, top - 1, corners[0] + edge + corners[1], MUTED)
        self._canvas.put(left - 1, top + height, corners[2] + edge + corners[3], MUTED)
        for number, row in enumerate(rows):
            side = (corners[5], MUTED)
            self._canvas.put(left, top + number, " " * width)
            end = self._canvas.put_all(left - 1, top + number, [side, *row])
            self._canvas.put_all(max(end, left + width), top + number, [side])


def _length(pieces: list[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)
