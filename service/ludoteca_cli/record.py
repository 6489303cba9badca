"""`ludoteca record`: files in, sentences out; no service is needed but for the export."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from ludoteca_cli import answer
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca_cli.service import Target


def export(target: Target, table: str, out: Path, *, as_json: bool) -> None:
    """Writes a table's record as its viewer may see it: with a seat that is kept here, that seat."""
    from ludoteca_client import TokenStore

    async def fetch() -> bytes:
        async with target.client() as client:
            kept = TokenStore().find(client.address, table)
            return await client.records.export(table, kept.token if kept else None)

    with answer.progress(f"Exporting {table}"):
        record = asyncio.run(fetch())
    out.write_bytes(record)
    events = max(record.count(b"\n") - 1, 0)
    if as_json:
        answer.as_json({"file": str(out), "bytes": len(record), "lines": events + 1})
    else:
        answer.console().print(f"Wrote {out}: {events} events, {len(record):,} bytes.")


def show(file: Path, at: int | None, viewer: str, *, as_json: bool) -> None:
    """Prints the state after an event."""
    from ludoteca_core import Library

    if viewer not in ("public", "all") and not viewer.isdecimal():
        raise Failure(f"--as {viewer}: name a seat (0, 1, ...), public or all.", status=2)
    record = file.read_bytes()
    with answer.progress(f"Replaying {file}"):
        state = json.loads(Library().show_record(record, at, viewer))
    if as_json:
        answer.as_json(state)
    else:
        answer.console().print_json(data=state)


def verify(file: Path, *, as_json: bool) -> None:
    """Prints what holds. A record that does not hold is a failure of the command."""
    from ludoteca.v1.record_service_pb2 import VerifyRecordResponse
    from ludoteca_core import Library

    record = file.read_bytes()
    with answer.progress(f"Verifying {file}"):
        found = VerifyRecordResponse.FromString(Library().verify_record(record))
    if as_json:
        answer.as_json(
            {
                "ok": found.ok,
                "game": found.game,
                "events": found.events,
                "picks": found.picks,
                "final_digest": found.final_digest,
                "failure": found.failure,
                "failed_seq": found.failed_seq,
            }
        )
    elif found.ok:
        answer.console().print(
            f"{file} holds: {found.events} events of {found.game} decided again, {found.picks} picks"
            f" recomputed from the seed, every digest equal.\nFinal state {found.final_digest}"
        )
    if not found.ok:
        raise Failure(f"{file} does not hold at event {found.failed_seq}: {found.failure}")
