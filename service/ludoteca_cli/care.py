"""`ludoteca doctor` and `ludoteca reindex`: looking after a set-up."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ludoteca_cli import answer
from ludoteca_cli.failure import Failure
from ludoteca_cli.flags import parse
from ludoteca_cli.store import application

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.application.service import Application
    from ludoteca_server.findings import Finding
    from ludoteca_server.settings import Settings

DOCTOR = "Say what is wrong with a set-up, and what to do about it. Exit code 1 if something is."
REINDEX = "List every table in the lobby anew, from its log, and when its clock is due. Harmless at any time."
JSON = {"json": "Answer in JSON, for programs."}
DEEP = {"deep": "Read and prove every log of the store too."}
COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}


def doctor(arguments: Sequence[str]) -> None:
    """Looks at everything that can be wrong."""
    from ludoteca_server.doctor import examine

    settings, given = parse("doctor", DOCTOR, arguments, JSON | DEEP)
    with answer.progress("Looking"):
        found = asyncio.run(
            examine(settings, lambda: time.time_ns() // 1_000_000, deep="deep" in given)
        )
    if "json" in given:
        answer.as_json([_entry(finding) for finding in found])
    else:
        _print(found)
    wrong = sum(finding.level == "fail" for finding in found)
    if wrong:
        what = "One thing is" if wrong == 1 else f"{wrong} things are"
        raise Failure(f"{what} wrong: see above what to do.")


def _entry(finding: Finding) -> dict[str, str]:
    return {
        "check": finding.check,
        "level": finding.level,
        "what": finding.what,
        "todo": finding.todo,
    }


def _print(found: Sequence[Finding]) -> None:
    from rich.text import Text

    console = answer.console()
    for finding in found:
        level = (f"{finding.level:<4}", COLOURS[finding.level])
        console.print(Text.assemble(level, f" {finding.check}: {finding.what}"))
        if finding.todo:
            console.print(f"     {finding.todo}")


def reindex(arguments: Sequence[str]) -> None:
    """Repairs the lobby."""
    settings, given = parse("reindex", REINDEX, arguments, JSON)
    with answer.progress("Reading every log"):
        tables, archived, faults = asyncio.run(_relist(settings))
    if "json" in given:
        told = {"tables": tables, "archived": archived}
        answer.as_json(told | ({"faults": faults} if faults else {}))
    else:
        of_them = f", {archived} of them in the archive" if archived else ""
        answer.console().print(f"{tables} tables are listed anew{of_them}.")
        for fault in faults:
            answer.console().print(fault)
    if faults:
        raise Failure(
            f"{len(faults)} tables could not be read: restore them from a backup; the others play on."
        )


async def _relist(settings: Settings) -> tuple[int, int, list[str]]:
    async with application(settings, "reindex") as app:
        return await relist(app)


async def relist(app: Application) -> tuple[int, int, list[str]]:
    """Lists every table anew: how many there are, how many of them are in the archive, and what is wrong with others.

    One that is found in the store may be met in the archive too: it went there meanwhile, or the store had only its
    beginning.
    """
    from ludoteca_server.application.repair_lobby import reindex as relist_live

    faults: list[str] = []
    live = await relist_live(
        tables=app.tables,
        scribe=app.scribe,
        lobby=app.lobby,
        alarms=app.alarms,
        log=app.log,
        faults=faults,
    )
    archived = set() if app.archivist is None else await app.archivist.reindex(faults)
    return len(live | archived), len(archived), faults
