"""`eventsourcing` with one save per event, turn by turn, as a process of its own: nothing of ours is imported here.

Run as `python eventsourced.py FOLDER`. Reads a line, does it for so long, and answers a line of JSON:
`append file MS`, `append memory MS`, `replay file MS`: {"done": events, "seconds": how long}.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import cycle
from typing import TYPE_CHECKING
from uuid import uuid4

from eventsourcing.application import Application  # type: ignore[import-not-found]
from eventsourcing.domain import Aggregate  # type: ignore[import-not-found]

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

EVENTS = 300
"""Of one aggregate, as of one table."""
REPLAYED = 8
PAYLOAD = "e" * 100


class Table(Aggregate):  # type: ignore[misc]  # of a class without types
    """Counts what has happened to it."""

    happened = 0

    class Happened(Aggregate.Event):  # type: ignore[misc]  # of a class without types
        """An event with a payload of the size of ours."""

        payload: str

        def apply(self, aggregate: Table) -> None:
            """Counts it."""
            aggregate.happened += 1


class Store:
    """An application of the library on one of its stores."""

    def __init__(self, **env: str) -> None:
        self._app = Application(env=env)
        self._table = Table()
        self._count = EVENTS
        self._replayed = cycle(self._filled() for _ in range(REPLAYED))

    def append(self) -> int:
        """One event, saved."""
        if self._count == EVENTS:
            self._table, self._count = Table(), 0
        else:
            self._table.trigger_event(Table.Happened, payload=PAYLOAD)
        self._app.save(self._table)
        self._count += 1
        return 1

    def replay(self) -> int:
        """A whole aggregate from its events."""
        table = self._app.repository.get(next(self._replayed))
        assert table.happened == EVENTS - 1  # noqa: S101
        return EVENTS

    def _filled(self) -> UUID:
        table = Table()
        for _ in range(EVENTS - 1):
            table.trigger_event(Table.Happened, payload=PAYLOAD)
        self._app.save(table)
        name: UUID = table.id
        return name


def turn(run: Callable[[], int], seconds: float) -> dict[str, float]:
    """Runs it for so long."""
    begun, done, spent = time.perf_counter(), 0, 0.0
    while spent < seconds:
        done += run()
        spent = time.perf_counter() - begun
    return {"done": done, "seconds": spent}


def main(folder: str) -> None:
    """Serves the lines."""
    stores = {
        "file": Store(
            PERSISTENCE_MODULE="eventsourcing.sqlite", SQLITE_DBNAME=f"{folder}/{uuid4()}.db"
        ),
        "memory": Store(PERSISTENCE_MODULE="eventsourcing.popo"),
    }
    for line in sys.stdin:
        what, where, milliseconds = line.split()
        store = stores[where]
        told = turn({"append": store.append, "replay": store.replay}[what], int(milliseconds) / 1e3)
        sys.stdout.write(f"{json.dumps(told)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
