"""Locks by table."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """One lock a table, for as long as somebody holds or awaits it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, table_id: str) -> asyncio.Lock:
        """The table's lock."""
        return self._locks.setdefault(table_id, asyncio.Lock())
