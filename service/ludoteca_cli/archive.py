"""`ludoteca archive`: finished tables out of the store and back, by hand."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_cli import answer
from ludoteca_cli.failure import Failure
from ludoteca_cli.flags import parse, parse_named
from ludoteca_cli.store import application

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.application.archivist import Archivist, Moved
    from ludoteca_server.application.service import Application
    from ludoteca_server.model.archived import ArchivedFile
    from ludoteca_server.settings import Settings

RUN = (
    "Move tables that ended --archive-after-s ago (0: all that ended) to the archive, now. Servers with an"
    " archive do the same on their own."
)
LIST = "List the tables in the archive."
RESTORE = (
    "Bring tables back from the archive into the store, where they stay as long as if they had just ended."
    " Their files stay."
)
_TRIES = 140
_PAUSE_S = 0.5
"""Longer than a worker that died keeps others from it."""
JSON = {"json": "Answer in JSON, for programs."}


def run(arguments: Sequence[str]) -> None:
    """Puts tables away."""
    settings, given = parse("archive run", RUN, arguments, JSON)
    with answer.progress("Moving tables"):
        moved = asyncio.run(_run(settings))
    if "json" in given:
        answer.as_json({"tables": moved.tables, "bytes": moved.bytes, "failed": moved.failed})
    else:
        answer.console().print(f"{moved.tables} tables were moved ({moved.bytes / 1e6:.1f} MB).")
    if moved.failed:
        raise Failure(
            f"{moved.failed} tables could not be moved and stay in the store: see the log above;"
            " `ludoteca doctor --deep` looks closer."
        )


async def _run(settings: Settings) -> Moved:
    async with application(settings, "archive") as app:
        archivist = _archivist(app)
        for _ in range(_TRIES):
            moved = await archivist.run(settings.archive_after_s * 1000)
            if moved is not None:
                return moved
            await asyncio.sleep(_PAUSE_S)
    raise Failure("A worker of this store is moving tables, and has a lot to do: try again later.")


def list_files(arguments: Sequence[str]) -> None:
    """Says what is in the archive."""
    settings, given = parse("archive list", LIST, arguments, JSON)
    files = asyncio.run(_list(settings))
    if "json" in given:
        answer.as_json([{"table": file.table_id, "bytes": file.size} for file in files])
    else:
        rows = [(file.table_id, str(file.size)) for file in files]
        answer.console().print(answer.grid(None, ("table", "bytes"), rows))


async def _list(settings: Settings) -> list[ArchivedFile]:
    from ludoteca_server.bootstrap import open_archive

    archive = open_archive(settings)
    if archive is None:
        raise Failure(_NO_ARCHIVE)
    try:
        if await archive.name() is None:
            raise Failure(
                f"There is no archive at {archive.where}: nothing was put there yet, it is not mounted, "
                "or --archive is wrong."
            )
        return [file async for file in archive.files()]
    finally:
        await archive.close()


def restore(arguments: Sequence[str]) -> None:
    """Brings tables back."""
    settings, given, tables = parse_named("archive restore", RESTORE, arguments, JSON, "TABLE")
    with answer.progress("Bringing tables back"):
        events = asyncio.run(_restore(settings, tables))
    if "json" in given:
        answer.as_json({"tables": events})
    else:
        for table_id, count in events.items():
            answer.console().print(f"{table_id} is back with {count} events.")


async def _restore(settings: Settings, tables: Sequence[str]) -> dict[str, int]:
    async with application(settings, "archive") as app:
        archivist = _archivist(app)
        return {table_id: await archivist.restore(table_id) for table_id in tables}


_NO_ARCHIVE = "No archive is named: say where with --archive (a directory, or s3://BUCKET/PATH)."


def _archivist(app: Application) -> Archivist:
    if app.archivist is None:
        raise Failure(_NO_ARCHIVE)
    return app.archivist
