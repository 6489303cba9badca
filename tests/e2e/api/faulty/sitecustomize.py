"""Puts panics of the core into a server that a test starts: Python imports this first where its folder is on PYTHONPATH.

The service has no such switch. A request whose id begins with a mark panics: inside the core, and caught at its door as
a panic of the rules would be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ludoteca_core
from ludoteca_server.application.scribe import Scribe
from ludoteca_server.application.tables import Tables
from tests.e2e.api.faulty.marks import AFTER, BEFORE

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Sequence

    from ludoteca_core import Call, Step
    from ludoteca_server.application.tables import Hot
    from ludoteca_server.model.entry import Entry

_decide = Scribe._decide
_append = Tables.append
_panics_after: set[str] = set()


def _decide_or_panic(
    self: Scribe, hot: Hot, todo: deque[Call], caller: bytes, joins: bool
) -> object:
    if todo[0].request_id.startswith(BEFORE):
        ludoteca_core.provoke_bug()
    if todo[0].request_id.startswith(AFTER) and hot.requests.find(caller, todo[0]) is None:
        _panics_after.add(todo[0].table_id)
    return _decide(self, hot, todo, caller, joins)


async def _append_and_panic(
    self: Tables, table_id: str, hot: Hot, steps: Sequence[Step]
) -> tuple[Hot, list[Entry]]:
    appended = await _append(self, table_id, hot, steps)
    if table_id in _panics_after:
        _panics_after.discard(table_id)
        ludoteca_core.provoke_bug()
    return appended


Scribe._decide = _decide_or_panic  # type: ignore[method-assign,assignment]  # the fault
Tables.append = _append_and_panic  # type: ignore[method-assign]  # the fault
