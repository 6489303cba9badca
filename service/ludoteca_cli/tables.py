"""`ludoteca tables`: the lobby as a list."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca.v1 import table_pb2
from ludoteca_cli import answer, games
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_cli.service import Target

STATES = {
    "open": table_pb2.LIFECYCLE_OPEN,
    "playing": table_pb2.LIFECYCLE_PLAYING,
    "finished": table_pb2.LIFECYCLE_FINISHED,
    "abandoned": table_pb2.LIFECYCLE_ABANDONED,
}
NAMES = {number: name for name, number in STATES.items()}


def list_tables(target: Target, game: str, state: str, limit: int, *, as_json: bool) -> None:
    """Prints what the lobby lists."""
    if state and state not in STATES:
        raise Failure(f"--state {state}: it is one of {', '.join(STATES)}.", status=2)
    lifecycle = STATES.get(state, table_pb2.LIFECYCLE_UNSPECIFIED)

    async def fetch() -> list[table_pb2.Table]:
        async with target.client() as client:
            return await client.tables(game=game, lifecycle=lifecycle, most=limit)

    found = asyncio.run(fetch())
    if as_json:
        answer.as_json([_entry(table) for table in found])
    elif found:
        answer.console().print(_listed(found))
    else:
        answer.console().print("There is no such table. `ludoteca play GAME` makes one. The games:")
        answer.console().print("\n".join(games.lines()))


def _entry(table: table_pb2.Table) -> dict[str, object]:
    return {
        "table_id": table.table_id,
        "game": table.game,
        "name": table.name,
        "state": NAMES.get(table.lifecycle, "unknown"),
        "seq": table.seq,
        "created_at_ms": table.created_at_ms,
        "at_ms": table.at_ms,
        "archived": table.archived,
        "seats": [
            {"seat": seat.seat, "name": seat.name, "bot": seat.bot, "held": seat.held}
            for seat in table.seats
        ],
        "ranking": [list(group.seats) for group in table.ranking],
    }


def _listed(found: Sequence[table_pb2.Table]) -> object:
    rows = [
        (
            table.table_id,
            table.game,
            NAMES.get(table.lifecycle, "unknown") + (" (archived)" if table.archived else ""),
            ", ".join(seat.name or "free" for seat in table.seats),
            str(table.seq),
            table.name,
        )
        for table in found
    ]
    return answer.grid(None, ("table", "game", "state", "seats", "events", "name"), rows)
