"""Durability levels, named by what an acknowledged action survives."""

from __future__ import annotations

from typing import Literal, TypeAlias

Durability: TypeAlias = Literal["process", "power", "node", "node+power"]
"""What an acknowledged action survives: see `SURVIVES`."""

SURVIVES: dict[Durability, str] = {
    "process": "the death of a process",
    "power": "a power cut",
    "node": "the loss of the store's machine",
    "node+power": "a power cut and the loss of the store's machine",
}


def fsync(level: Durability) -> Literal["always", "everysec"]:
    """How the store has to write to its disk (`appendfsync`)."""
    return "always" if level in ("power", "node+power") else "everysec"


def needs_replica(level: Durability) -> bool:
    """Whether a replica has to have an event before it is acknowledged or shown."""
    return level in ("node", "node+power")
