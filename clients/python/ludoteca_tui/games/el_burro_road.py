"""El Burro's road: its spaces as the view links them, the donkeys on them, docks and boats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.frame import Piece, flow, joined, styled
from ludoteca_tui.games.el_burro_sight import named
from ludoteca_tui.look import MUTED, STRONG, seat_letter, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.el_burro.v1 import el_burro_pb2
    from ludoteca_tui.games.el_burro_sight import Sight

ELEMENTS = {"milestone": "m", "trough": "t"}
MARKET = "M"
LEGEND = (
    " road: m milestone, t trough, M market (twice: the second donkey opens it)",
    "       ' you have it, # barrier, A1 first donkey of A, = on a boat, * prestige",
)


@dataclass(frozen=True)
class Stretch:
    """A piece of the road: one space, or the branches between a junction and where they meet."""

    branches: list[list[el_burro_pb2.RoadSpace]]

    def drawn(self, sight: Sight) -> list[Text]:
        """A line for each branch, all equally long."""
        look = sight.scene.look
        top_left, top_right, low_left, low_right, flat, _ = look.box
        lines = []
        for branch in self.branches:
            cells = [_cell(sight, space) for space in branch]
            lines.append(Text(f" {flat} ").join(cells))
        if len(lines) < 2:
            return lines
        width = max(line.cell_len for line in lines)
        for number, line in enumerate(lines):
            left, right = (low_left, low_right) if number else (top_left, top_right)
            missing = width - line.cell_len
            line.append(f" {flat * (missing - 1)}" if missing else "", MUTED)
            lines[number] = styled(f"{left} ", MUTED).append_text(line).append(f" {right}", MUTED)
        return lines


def road(sight: Sight, width: int) -> list[Text]:
    """The road from left to right, in as many rows as it takes."""
    starts, stretches = laid_out(sight.view.road)
    lines = _starts(sight, starts, width)
    row: list[Text] = []
    joint = f" {sight.scene.look.box[4]} "
    for stretch in stretches:
        block = stretch.drawn(sight)
        wide = max(line.cell_len for line in block)
        length = row[0].cell_len if row else 0
        if row and length + len(joint) + wide + len(joint) > width:
            row[0].append(joint.rstrip(), MUTED)
            lines += [line for line in row if line.plain.strip()]
            row = []
        row += [Text() for _ in range(max(1, len(block)) - len(row))]
        length = row[0].cell_len
        for number, line in enumerate(row):
            line.pad_right(length - line.cell_len)
            line.append(joint if number == 0 else " " * len(joint), MUTED)
            line.append_text(block[number] if number < len(block) else Text(" " * wide))
    return lines + [line for line in row if line.plain.strip()] + boats(sight, width)


def laid_out(
    spaces: Sequence[el_burro_pb2.RoadSpace],
) -> tuple[list[el_burro_pb2.RoadSpace], list[Stretch]]:
    """The spaces that none leads to, and what follows them, as `next` links it."""
    by_id = {space.id: space for space in spaces}
    ways_in: dict[str, int] = {}
    for space in spaces:
        for following in space.next:
            ways_in[following] = ways_in.get(following, 0) + 1
    starts = [space for space in spaces if space.id not in ways_in]
    stretches: list[Stretch] = []
    here = next((by_id.get(one) for start in starts for one in start.next), None)
    while here is not None and len(stretches) < len(spaces):
        stretches.append(Stretch([[here]]))
        branches = [_branch(by_id, ways_in, one) for one in here.next if one in by_id]
        if len(branches) < 2:
            here = branches[0][0] if branches else None
            continue
        stretches.append(Stretch(branches))
        here = next((by_id.get(one) for one in branches[0][-1].next), None)
    return starts, stretches


def _branch(
    by_id: dict[str, el_burro_pb2.RoadSpace], ways_in: dict[str, int], first: str
) -> list[el_burro_pb2.RoadSpace]:
    """The spaces from one on, up to where another way comes in."""
    found = [by_id[first]]
    while len(found[-1].next) == 1 and len(found) < len(by_id):
        following = found[-1].next[0]
        if following not in by_id or ways_in[following] > 1:
            break
        found.append(by_id[following])
    return found


def _cell(sight: Sight, space: el_burro_pb2.RoadSpace) -> Text:
    """Number, elements, barrier or worth, and who stands there."""
    anchor = f"space {space.id}"
    label = named(space.name, space.id) if space.prestige else str(space.number)
    row: list[Piece] = sight.thing(anchor, label, STRONG)
    own = sight.own.elements if sight.own is not None else ()
    for element in space.elements:
        letter = ELEMENTS.get(element.what, MARKET)
        row.append((letter * max(1, element.donkeys), STRONG))
        row.append(("'" if element.id and element.id in own else "", MUTED))
    if space.barrier:
        row.append((f"#{space.barrier.removeprefix('general_')}", STRONG))
    if space.prestige:
        row.append((f" {space.prestige}*", MUTED))
    return joined([*row, *_donkeys(sight, space.id)])


def _donkeys(sight: Sight, space: str) -> list[Piece]:
    """The donkeys on a space: `A1` is the first of seat A, `A1=` is on a boat."""
    row: list[Piece] = []
    for player in sight.view.players:
        for donkey in player.donkeys:
            if donkey.space != space:
                continue
            anchor = f"donkey {player.seat}/{donkey.donkey}"
            chip = seat_style(player.seat)
            text = f"{seat_letter(player.seat)}{donkey.donkey + 1}{'=' if donkey.on_boat else ''}"
            row += [(" ", MUTED), sight.mark(anchor), (text, chip + sight.style(anchor))]
    return row


def _starts(sight: Sight, starts: Sequence[el_burro_pb2.RoadSpace], width: int) -> list[Text]:
    """The starts with what they give, as long as a donkey stands there or is not yet placed."""
    donkeys = [donkey for player in sight.view.players for donkey in player.donkeys]
    if all(donkey.space for donkey in donkeys):
        starts = [one for one in starts if any(donkey.space == one.id for donkey in donkeys)]
    items = []
    for space in starts:
        row = sight.thing(f"space {space.id}", named(space.name, space.id), STRONG)
        row += [(f" {space.text}" if space.text else "", MUTED), *_donkeys(sight, space.id)]
        items.append(joined(row))
    return flow(styled(" START  ", STRONG), items, width) if items else []


def boats(sight: Sight, width: int) -> list[Text]:
    """The boats at the docks with what is loaded, then those that are left."""
    items: list[Text] = []
    for dock in sight.view.docks:
        if not dock.HasField("seat"):
            continue
        owner = (f"{seat_letter(dock.seat)}{dock.donkey + 1} ", seat_style(dock.seat))
        items.append(joined([owner, *_boat(sight, dock.boat)]))
        items += sight.markings(dock.seat, dock.id, dock.boat.markings, dock.filled)
    if sight.view.boats:
        items.append(styled("left:", MUTED))
    for boat in sight.view.boats:
        loads = sight.markings(-1, boat.id, boat.markings, ())
        whole = joined(_boat(sight, boat))
        for load in loads:
            whole.append(" ").append_text(load[2:])
        items.append(whole)
    return flow(styled(" BOATS  ", STRONG), items, width) if items else []


def _boat(sight: Sight, boat: el_burro_pb2.Boat) -> list[Piece]:
    name = sight.thing(f"boat {boat.id}", named(boat.name, boat.id), STRONG)
    return [*name, (f" {boat.prestige}*", MUTED)]
