"""Tables by lifecycle and game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_server.model.errors import MalformedRequest

if TYPE_CHECKING:
    from ludoteca_server.application.ports import Lobby, ReadRow
    from ludoteca_server.model.row import Lifecycle

PAGE = 50
PAGE_MOST = 500
_READS_MOST = 20


async def list_tables(
    game: str,
    lifecycle: Lifecycle | None,
    page_size: int,
    page_token: str,
    *,
    lobby: Lobby,
    read_row: ReadRow,
) -> tuple[list[bytes], str]:
    """Rows (ludoteca.v1.Table), newest first, and the token of the next page, empty on the last.

    A page may be short before the end: what one call reads of the lobby is bounded.

    Raises:
        MalformedRequest: a page size over 500.
        StoreAway.
    """
    if page_size > PAGE_MOST:
        raise MalformedRequest(f"A page has at most {PAGE_MOST} tables.", "bad_field")
    wanted = page_size or PAGE
    found: list[bytes] = []
    place = page_token
    for _ in range(_READS_MOST):
        rows, place = await lobby.rows(place, wanted - len(found))
        for row in rows:
            table = read_row(row)
            if game in ("", table.game) and lifecycle in (None, table.lifecycle):
                found.append(row)
        if not place or len(found) == wanted:
            break
    return found, place
