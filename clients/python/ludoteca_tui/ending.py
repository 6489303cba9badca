"""The end of a table: who won, and how to check it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca.v1 import table_pb2
from ludoteca_tui.frame import PLAIN, joined, styled
from ludoteca_tui.look import MUTED, STRONG, YOURS
from ludoteca_tui.scene import badge

if TYPE_CHECKING:
    from ludoteca_tui.scene import Renderer, Scene


def lines(scene: Scene, renderer: Renderer, you: int | None = None) -> list[Text]:
    """The ranking with each seat's last numbers, then the seed and what can be done with it.

    `you` is the seat of who reads it.
    """
    table = scene.table
    how = "was abandoned" if table.lifecycle == table_pb2.LIFECYCLE_ABANDONED else "is over"
    result = [Text(), Text(f" THE TABLE {how.upper()} after {table.seq} events ", YOURS)]
    heads = renderer.seat_columns(scene)
    place = 1
    for group in table.ranking:
        for seat in group.seats:
            cells = renderer.seat_cells(scene, seat)
            numbers = "   ".join(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True))
            shared = " (shared)" if len(group.seats) > 1 else ""
            mine = " (you)" if seat == you else ""
            line = joined([(f" {place}. ", STRONG), badge(seat)])
            line.append(f" {scene.name(seat)}{mine}{shared}", STRONG).append(f"   {numbers}", MUTED)
            result.append(line)
        place += len(group.seats)
    return [*result, *_breakdown(scene, renderer), *seed(table)]


def _breakdown(scene: Scene, renderer: Renderer) -> list[Text]:
    """One row for each source of points, one column for each seat; `*` marks the most."""
    rows = renderer.breakdown(scene)
    if not rows:
        return []
    wide = max(len(source) for source, _ in rows)
    head = styled(f" {'POINTS':<{wide}}", STRONG)
    for info in scene.table.seats:
        text, style = badge(info.seat)
        head.append(f"{'':>5}").append(text, style)
    lines = [head]
    for source, points in rows:
        line = styled(f" {source:<{wide}}", MUTED)
        most = max(points)
        for number in points:
            is_most = number == most and min(points) < most
            line.append(f"{number:>6}", STRONG if is_most else PLAIN)
            line.append("*" if is_most else " ", MUTED)
        lines.append(line)
    return lines


def seed(table: table_pb2.Table) -> list[Text]:
    """The commitment, the seed once it is shown, and how to verify the shuffles."""
    result = [Text(f" commitment {table.commitment.hex()}", MUTED)]
    if not table.seed:
        result.append(
            Text(
                " The seed behind it is shown when the table is over: then every draw can be checked."
            )
        )
        return result
    result.append(Text(f" seed       {table.seed.hex()}", MUTED))
    result.append(
        Text(
            " Check every draw yourself:\n"
            f"   ludoteca record export {table.table_id}\n"
            f"   ludoteca record verify {table.table_id}.jsonl"
        )
    )
    return result
