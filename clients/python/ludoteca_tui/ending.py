"""The end of a table: who won, and how to check it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca.v1 import table_pb2
from ludoteca_tui.frame import joined
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
    return [*result, *seed(table)]


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
            f" Check every draw yourself: ludoteca record export {table.table_id}, "
            f"then ludoteca record verify {table.table_id}.jsonl"
        )
    )
    return result
