"""The steps of a call as spans of a trace. Subclasses, so that a worker that does not trace pays nothing for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca_server.application.scribe import Scribe
from ludoteca_server.application.tables import Tables

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Sequence

    from ludoteca_core import Call, Step
    from ludoteca_server.application.ports import Span
    from ludoteca_server.application.scribe import Outcome, Ready
    from ludoteca_server.application.tables import Hot
    from ludoteca_server.model.entry import Entry


class TracedTables(Tables):
    """Tables whose appends are steps."""

    def __init__(self, most: int, *, span: Span, **parts: Any) -> None:
        super().__init__(most, **parts)
        self._span = span

    async def append(
        self, table_id: str, hot: Hot, steps: Sequence[Step]
    ) -> tuple[Hot, list[Entry]]:
        """See Tables."""
        with self._span("append"):
            return await super().append(table_id, hot, steps)


class TracedScribe(Scribe):
    """A scribe whose calls and decisions are steps."""

    def __init__(self, *, span: Span, **parts: Any) -> None:
        super().__init__(**parts)
        self._span = span

    async def carry_out_all(
        self, table_id: str, calls: Sequence[Call], caller: bytes, *, joins: bool = False
    ) -> list[Outcome]:
        """See Scribe."""
        with self._span("carry out"):
            return await super().carry_out_all(table_id, calls, caller, joins=joins)

    def _decide(
        self, hot: Hot, todo: deque[Call], caller: bytes, joins: bool
    ) -> tuple[list[Ready], Outcome | None]:
        with self._span("decide"):
            return super()._decide(hot, todo, caller, joins)
