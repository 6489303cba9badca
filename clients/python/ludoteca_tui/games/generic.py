"""A game this client has no drawing of: the fields of its view, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.descriptor import FieldDescriptor
from rich.text import Text

from ludoteca_tui.look import MUTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

    from ludoteca_tui.scene import Scene

MOST_LINES = 60


class GenericRenderer:
    """Shows everything and understands nothing."""

    def facts(self, scene: Scene) -> list[str]:
        """The revision of the rules."""
        return [f"revision {scene.table.revision}"]

    def board(self, scene: Scene, width: int) -> list[Text]:
        """Every field that has a value."""
        state = scene.state()
        if state is None:
            return [Text("This client has no drawing of this game: play it by the lists.", MUTED)]
        return [Text(line) for line in _fields(state, 0)][:MOST_LINES]

    def seat_columns(self, scene: Scene) -> list[str]:
        """None."""
        return []

    def seat_cells(self, scene: Scene, seat: int) -> list[str]:
        """None."""
        return []

    def breakdown(self, scene: Scene) -> list[tuple[str, list[int]]]:
        """Unknown."""
        return []

    def mine(self, scene: Scene) -> list[Text]:
        """Nothing apart: it is among the fields."""
        return []


def _fields(message: Message, depth: int) -> Iterator[str]:
    simple_first = sorted(
        message.ListFields(), key=lambda field: field[0].type == FieldDescriptor.TYPE_MESSAGE
    )
    for descriptor, value in simple_first:
        name = "  " * depth + descriptor.name.replace("_", " ")
        values = list(value) if descriptor.is_repeated else [value]
        if descriptor.type != FieldDescriptor.TYPE_MESSAGE:
            yield f"{name}: {' '.join(str(one) for one in values)}"
            continue
        for number, one in enumerate(values):
            yield f"{name} {number}" if descriptor.is_repeated else name
            yield from _fields(one, depth + 1)
