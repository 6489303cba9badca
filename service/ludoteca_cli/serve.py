"""`ludoteca serve`: the supervisor runs in this process, which therefore never imports gRPC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_cli.flags import parse
from ludoteca_server.supervisor import run

if TYPE_CHECKING:
    from collections.abc import Sequence

ABOUT = (
    "Serve tables. Without --redis a Valkey is embedded: its data is kept in the data directory and every"
    " acknowledged action survives a power cut."
)


def serve(arguments: Sequence[str]) -> None:
    """Serves until it is stopped."""
    settings, _ = parse("serve", ABOUT, arguments)
    status = run(settings)
    if status:
        raise SystemExit(status)
