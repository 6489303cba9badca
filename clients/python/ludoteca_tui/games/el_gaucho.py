"""El Gaucho drawn in text, from its view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from ludoteca.el_gaucho.v1 import el_gaucho_pb2
from ludoteca_tui.frame import PLAIN, Piece, flow, joined, styled, wrap
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

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RACES: dict[str, tuple[str, Style]] = {
    "brown": ("Br", fill("#8b4314", PAPER)),
    "ochre": ("Oc", fill("#f09a08", INK)),
    "black": ("Bk", fill("#1b1e28", PAPER)),
    "white": ("Wh", fill("#fcfcfa", INK)),
    "spotted": ("Sp", fill("#738bb8", INK)),
}
POSTURES = {"standing": "^", "lying": "_"}
DIRECTIONS = {"asc": " >", "desc": " <", "none": ""}
AREA_WORDS = {"immediate_sale": "sale", "secret_cattle": "secret"}
AREA_CELLS = 13
EMPTY_CELL = "[-- empty  ]"
LEGEND = (
    " [race big/small gaucho]  A^ stands  A_ lies  ! can be chosen  * all held",
    " herds: > rising, < falling, (worth now); what does not fit sells the herd",
)


class ElGauchoRenderer:
    """Pampa, steppe, dice, action areas and herds."""

    def facts(self, scene: Scene) -> list[str]:
        """Round, pile and order."""
        board = _board(scene)
        if board is None:
            return []
        facts = [f"round {board.round}", f"pile {board.pile_count}"]
        if board.HasField("trigger_round"):
            facts.append(f"pile ran out in round {board.trigger_round}")
        if board.final_round:
            facts.append("final round: no dice")
        if board.order:
            facts.append("order " + ">".join(seat_letter(seat) for seat in board.order))
        return facts

    def board(self, scene: Scene, width: int) -> list[Text]:
        """Everything public, and what the viewer knows of the steppe."""
        board = _board(scene)
        if board is None:
            return [Text("The board is set up when the table starts.", MUTED)]
        lines = [_pasture(scene, pasture) for pasture in reversed(board.pastures)]
        sums = f" the sums are at the right; tiles come to a pasture while its sum is below {board.pasture_limit}"
        lines += wrap(Text(sums, MUTED), width, 1, scene.look)
        lines += _steppe(scene, board, width)
        lines.append(_dice(board))
        lines += _areas(scene, board.areas)
        for player in board.players:
            lines += _herds(scene, player, width)
        lines += _out(board.removed, width)
        return [*lines, *(Text(line, MUTED) for line in LEGEND)]

    def seat_columns(self, scene: Scene) -> list[str]:
        """Pesos, gauchos at home of all, and what the herds are worth."""
        return ["pesos", "home", "worth"]

    def seat_cells(self, scene: Scene, seat: int) -> list[str]:
        """A seat's numbers."""
        player = _player(scene, seat)
        if player is None:
            return ["-"] * 3
        return [str(player.pesos), f"{player.supply}/{player.gauchos}", str(player.worth)]

    def breakdown(self, scene: Scene) -> list[tuple[str, list[int]]]:
        """The pesos are in the table of the seats."""
        return []

    def mine(self, scene: Scene) -> list[Text]:
        """What only the viewer knows of its own: start tiles, choice, and what it did not keep."""
        player = _player(scene, scene.seat) if scene.seat is not None else None
        if player is None or not player.own:
            return []
        width = scene.look.width
        lines: list[Text] = []
        if player.start_draw:
            tiles = [_tile(scene, tile) for tile in player.start_draw]
            lines += flow(styled(" DRAWN  ", STRONG), [*tiles, _only_you()], width)
        if player.HasField("choice"):
            kept = [_tile(scene, tile) for tile in player.choice.tiles]
            way = Text(DIRECTIONS.get(player.choice.direction, "").strip())
            lines += flow(styled(" KEEPS  ", STRONG), [*kept, way, _only_you()], width)
        if player.discards:
            gone = [_tile(scene, tile) for tile in player.discards]
            lines += flow(styled(" LEFT   ", STRONG), [*gone, _only_you()], width)
        return lines


def _board(scene: Scene) -> el_gaucho_pb2.View | None:
    state = scene.state()
    return state if isinstance(state, el_gaucho_pb2.View) else None


def _player(scene: Scene, seat: int) -> el_gaucho_pb2.Player | None:
    board = _board(scene)
    return next((p for p in board.players if p.seat == seat), None) if board else None


def _only_you() -> Text:
    return styled("(only you)", MUTED)


def _race(race: str) -> Piece:
    return RACES.get(race, (race[:2].title(), Style(reverse=True)))


def _tile(scene: Scene, tile: el_gaucho_pb2.Tile) -> Text:
    """A tile outside the pampa."""
    mark = "!" if f"tile {tile.id}" in scene.live else ""
    return joined([(mark, LIVE), _race(tile.race), (f" {tile.value:02}", PLAIN)])


def _pasture(scene: Scene, pasture: el_gaucho_pb2.Pasture) -> Text:
    anchor = f"pasture {pasture.id}"
    name = pasture.id.rpartition("_")[2].upper()
    mark = "!" if anchor in scene.live else " "
    row: list[Piece] = [(mark, LIVE), (name, CHANGED if anchor in scene.changed else STRONG)]
    for space in pasture.spaces:
        row += _space(scene, space)
    row.append((f" {pasture.total}{'*' if pasture.complete else ''}", MUTED))
    return joined(row)


def _space(scene: Scene, space: el_gaucho_pb2.Space) -> list[Piece]:
    """Twelve cells: the tile, its two numbers, and who holds it."""
    anchors = {f"space {space.id}", f"tile {space.tile.id}"}
    edge = CHANGED if anchors & scene.changed else STRONG
    is_live = bool(anchors & scene.live)
    if not space.HasField("tile"):
        return [(EMPTY_CELL.replace("  ]", " !]") if is_live else EMPTY_CELL, MUTED)]
    tile = space.tile
    holder: Piece = ("  ", PLAIN)
    if space.HasField("gaucho"):
        seat = space.gaucho.seat
        holder = (seat_letter(seat) + POSTURES.get(space.gaucho.posture, "?"), seat_style(seat))
    numbers = f" {tile.value:02}/{tile.small}"
    mark = "!" if is_live else " "
    return [("[", edge), _race(tile.race), (numbers, edge), (mark, LIVE), holder, ("]", edge)]


def _steppe(scene: Scene, board: el_gaucho_pb2.View, width: int) -> list[Text]:
    steppe = board.steppe
    head = styled(" STEPPE ", STRONG)
    seen = f"{steppe.unseen} seen by nobody" if steppe.unseen else "all seen by somebody"
    items = [Text(f"{steppe.tiles} face down" + (f", {seen}" if steppe.tiles else ""))]
    if steppe.known:
        items.append(styled("you know (only you)", MUTED))
        items += [_tile(scene, tile) for tile in steppe.known]
    return flow(head, items, width)


def _dice(board: el_gaucho_pb2.View) -> Text:
    pool = " ".join(str(face) for face in board.dice_pool) or "-"
    row: list[Piece] = [(" DICE   ", STRONG), (f"pool {pool}", PLAIN)]
    if board.HasField("seat"):
        taken = " ".join(f"[{face}]" for face in board.hand)
        none = "none left" if board.picked else "not taken"
        row += [("   ", PLAIN), badge(board.seat), (f" {taken or none}", STRONG)]
    return joined(row)


def _areas(scene: Scene, areas: Sequence[el_gaucho_pb2.Area]) -> list[Text]:
    """Names and sums above, the seats there below."""
    heads, places = Text(), Text()
    for area in areas:
        anchor = f"area {area.id}"
        name = AREA_WORDS.get(area.id, area.id.replace("_", " "))
        mark = "!" if anchor in scene.live else " "
        head = joined([(mark, LIVE), (name, CHANGED if anchor in scene.changed else STRONG)])
        head.append(f" {_sums(area.sums)}", MUTED)
        pieces: list[Piece] = [(" ", PLAIN)]
        for seat in area.seats:
            pieces += [badge(seat), (" ", PLAIN)]
        place = joined(pieces if area.seats else [(" -", MUTED)])
        for line, cell in ((heads, head), (places, place)):
            cell.pad_right(max(0, AREA_CELLS - cell.cell_len))
            line.append_text(cell)
    return [heads, places]


def _sums(sums: Sequence[int]) -> str:
    if len(sums) > 1 and list(sums) == list(range(sums[0], sums[-1] + 1)):
        return f"{sums[0]}-{sums[-1]}"
    return ",".join(str(number) for number in sums)


def _herds(scene: Scene, player: el_gaucho_pb2.Player, width: int) -> list[Text]:
    head = joined([(" HERDS ", YOURS if player.own else STRONG), badge(player.seat), (" ", PLAIN)])
    items = [_herd(scene, player.seat, herd) for herd in player.herds if herd.tiles]
    if player.pending:
        items.append(joined([("to put in", MUTED)]))
        items += [_tile(scene, tile) for tile in player.pending]
    if player.start_draw_count:
        chosen = "has chosen" if player.chosen else "chooses"
        items.append(styled(f"{chosen} from {player.start_draw_count} start tiles", MUTED))
    return flow(head, items or [styled("-", MUTED)], width, 3)


def _herd(scene: Scene, seat: int, herd: el_gaucho_pb2.Herd) -> Text:
    anchor = f"herd {seat}/{herd.race}"
    style = CHANGED if anchor in scene.changed else PLAIN
    row: list[Piece] = [("!" if anchor in scene.live else "", LIVE), _race(herd.race)]
    for tile in herd.tiles:
        mark = "!" if f"tile {tile.id}" in scene.live else " "
        row += [(mark, LIVE), (f"{tile.value:02}", style)]
    row += [(DIRECTIONS.get(herd.direction, " ?"), STRONG), (f" ({herd.worth})", MUTED)]
    return joined(row)


def _out(tiles: Iterable[el_gaucho_pb2.Tile], width: int) -> list[Text]:
    """Tiles out of the game, by race."""
    by_race: dict[str, list[int]] = {}
    for tile in tiles:
        by_race.setdefault(tile.race, []).append(tile.value)
    if not by_race:
        return []
    items = [
        joined([_race(race), (" " + " ".join(f"{value:02}" for value in sorted(values)), MUTED)])
        for race, values in by_race.items()
    ]
    return flow(styled(" OUT      ", STRONG), items, width, 3)
