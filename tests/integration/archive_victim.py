"""A process that puts tables away and kills itself, as kill -9 does, at the step it is told.

`python archive_victim.py STORE ARCHIVE STEP`; STEP `none`: it does all there is to do and goes on looking.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from ludoteca_server.application.archivist import Archivist
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.archive.place import Place
from ludoteca_server.bootstrap import build
from ludoteca_server.eventlog.due import RedisDueSets
from ludoteca_server.eventlog.shelf import RedisShelf
from ludoteca_server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def die(*_: object) -> None:
    """Kill -9."""
    os.kill(os.getpid(), signal.SIGKILL)


def half_written(self: Place, path: str, data: bytes) -> None:
    """Dies in the middle of a file."""
    if path.startswith("unfinished/") and b"name" not in data:
        really_write(self, path, data[: len(data) // 2])
        die()
    really_write(self, path, data)


def written(self: Place, old: str, new: str) -> None:
    """Dies before a file has its name."""
    if new.startswith("logs/"):
        die()
    really_rename(self, old, new)


def renamed(self: Place, path: str) -> None:
    """Dies before the name is on the disk."""
    if path.startswith("logs/"):
        die()
    really_sync(self, path)


def after(method: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
    """Dies when a call has done its work."""

    async def then_die(*told: object) -> object:
        done = await method(*told)
        die()
        return done

    return then_die


really_write, really_rename = Place.write, Place.rename
really_sync = Place._sync_folders_of  # between two steps of one method
STEPS: dict[str, tuple[type, str, object]] = {
    "half_written": (Place, "write", half_written),
    "written": (Place, "rename", written),
    "renamed": (Place, "_sync_folders_of", renamed),
    "proved": (FileArchive, "put", after(FileArchive.put)),
    "removed": (RedisShelf, "put_away", after(RedisShelf.put_away)),
    "forgotten": (RedisDueSets, "forget", after(RedisDueSets.forget)),
}


async def put_away(store: str, archive: str) -> None:
    """What a worker's keeper does."""
    async with AsyncExitStack() as stack:
        settings = Settings.model_validate({"redis": store, "archive": archive})
        app = await build(settings, "victim", stack)
        assert isinstance(app.archivist, Archivist)
        await app.archivist.keep(0)


if __name__ == "__main__":
    _, store, archive, step = sys.argv
    if step in STEPS:
        where, name, instead = STEPS[step]
        setattr(where, name, instead)
    asyncio.run(put_away(store, archive))
