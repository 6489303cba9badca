"""`ludoteca doctor` and `ludoteca reindex`: looking after a set-up."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from ludoteca_cli import answer
from ludoteca_cli.failure import Failure
from ludoteca_cli.flags import parse
from ludoteca_server.datadir import running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.findings import Finding
    from ludoteca_server.settings import Settings

DOCTOR = "Say what is wrong with a set-up, and what to do about it. Exit code 1 if something is."
REINDEX = "List every table in the lobby anew, from its log. Harmless at any time."
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
        count = asyncio.run(_relist(settings, _store(settings)))
    if "json" in given:
        answer.as_json({"tables": count})
    else:
        answer.console().print(f"{count} tables are listed anew.")


def _store(settings: Settings) -> str:
    """Where the logs are: a store of the operator's own, or the embedded one of the server that runs."""
    if settings.store_url is not None:
        return settings.store_url
    here = running(settings.data_dir)
    if here is None or not here.store:
        raise Failure(
            f"No server with an embedded store runs on {settings.data_dir}. Start it with"
            " `ludoteca serve`, or name a store of your own with --redis."
        )
    return here.store


async def _relist(settings: Settings, store: str) -> int:
    from pydantic import SecretStr

    from ludoteca_server.application.repair_lobby import reindex as relist
    from ludoteca_server.bootstrap import build

    async with AsyncExitStack() as stack:
        here = settings.model_copy(update={"redis": SecretStr(store)})
        app = await build(here, "reindex", stack)
        return await relist(tables=app.tables, scribe=app.scribe, lobby=app.lobby, log=app.log)
