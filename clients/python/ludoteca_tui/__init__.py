"""A plain, pleasant line client: play a seat, watch a table, replay its past.

The three functions run until the person leaves or the table is over, and raise `LudotecaError`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ludoteca_client import Tls, Token, TokenStore
from ludoteca_tui.look import standard_output
from ludoteca_tui.sitting import Sitting, Wish
from ludoteca_tui.spectate import spectate as _spectate
from ludoteca_tui.stepping import replay as _replay

__all__ = ["Wish", "play", "replay", "watch"]


def play(
    wish: Wish,
    *,
    ascii: bool = False,  # noqa: A002 - named as the flag
    width: int | None = None,
    ask: str = "on",
) -> bool:
    """Plays a seat by lines of standard input; whether the table is over.

    `ask` is "on" (before what cannot be taken back), "off" or "always".
    """
    try:
        return asyncio.run(_play(wish, ascii=ascii, width=width, ask=ask))
    except KeyboardInterrupt:  # the session has said how to come back
        return False


async def _play(wish: Wish, *, ascii: bool, width: int | None, ask: str) -> bool:  # noqa: A002
    return await Sitting(wish, standard_output(ascii=ascii, width=width), ask=ask).run()


def watch(
    address: str,
    table_id: str,
    *,
    from_seq: int = 1,
    token: str = "",
    tls: Tls | bool = False,
    ascii: bool = False,  # noqa: A002
    width: int | None = None,
) -> None:
    """Follows a table as a spectator, or as the seat whose token is given."""
    with suppress(KeyboardInterrupt):
        asyncio.run(
            _spectate(
                address,
                table_id,
                standard_output(ascii=ascii, width=width),
                from_seq=from_seq,
                token=Token.from_hex(token) if token else None,
                tls=tls,
            )
        )


def replay(
    address: str,
    table_id: str,
    *,
    at: int | None = None,
    token: str = "",
    tls: Tls | bool = False,
    ascii: bool = False,  # noqa: A002
    width: int | None = None,
) -> None:
    """Steps through a table's past, as a spectator or as the seat whose token is given or kept."""
    with suppress(KeyboardInterrupt):
        asyncio.run(
            _replay(
                address,
                table_id,
                standard_output(ascii=ascii, width=width),
                at=at,
                token=Token.from_hex(token) if token else _kept(address, table_id),
                tls=tls,
            )
        )


def _kept(address: str, table_id: str) -> Token | None:
    kept = TokenStore().find(address, table_id)
    return kept.token if kept is not None else None
