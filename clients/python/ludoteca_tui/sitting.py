"""From a command to a seat: a new table with its bots, a table that waits, or one to come back to."""

from __future__ import annotations

import asyncio
import getpass
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.text import Text

import ludoteca_bots
from ludoteca_client import Client, KeptSeat, LudotecaError, SeatHandle, Tls, Token, TokenStore
from ludoteca_tui.lines import StandardInput
from ludoteca_tui.look import ERROR, MUTED
from ludoteca_tui.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludoteca.v1.table_pb2 import Spectators, TurnClock
    from ludoteca_tui.lines import LineSource
    from ludoteca_tui.look import Look

BOT_NAMES = ("Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Ivy")
BOT_PAUSE_S = 0.4
"""How long bots think when a person watches."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play."""

    address: str
    game: str = ""
    """Of a new table."""
    table_id: str = ""
    """Of a table that exists; then what follows about new tables counts nothing."""
    seats: int = 2
    bots: Sequence[str] = ()
    """The kinds of bots that take the seats after the person's; fewer than seats leaves some free."""
    name: str = ""
    """The person's; empty = that of the system's user."""
    table_name: str = ""
    options: Mapping[str, str | int] = field(default_factory=dict)
    turn_clock: TurnClock | None = None
    """How long the seats of a new table may think."""
    spectators: Spectators | None = None
    """What those see at a new table who hold no seat; None = everything public."""
    seat: int | None = None
    token: str = ""
    """A seat token in hexadecimal, to come back from another machine; needs `seat`."""
    tls: Tls | bool = False
    come_back: str = ""
    """The command that brings the person back, with {table} and {server} in it."""


class Sitting:
    """One person's visit to one table."""

    def __init__(
        self,
        wish: Wish,
        look: Look,
        *,
        lines: LineSource | None = None,
        store: TokenStore | None = None,
        ask: str = "on",
    ) -> None:
        self._wish = wish
        self._look = look
        self._lines = lines
        self._store = store if store is not None else TokenStore()
        self._ask = ask

    async def run(self) -> bool:
        """Plays; whether the table is over. Raises LudotecaError."""
        lines = self._lines if self._lines is not None else StandardInput()
        pause_s = BOT_PAUSE_S if lines.is_interactive else 0.0
        async with Client(self._wish.address, tls=self._wish.tls) as client:
            seat, starts = await self._seat(client)
            bots = [
                asyncio.create_task(self._bot(kept, pause_s))
                for kept in self._store.seats(client.address, seat.table_id)
                if kept.bot
            ]
            template = self._wish.come_back or "ludoteca play --table {table} --server {server}"
            session = Session(
                client,
                seat,
                lines,
                self._look,
                come_back=template.format(table=seat.table_id, server=client.address),
                ask=self._ask,
                starts=starts,
            )
            try:
                return await session.run()
            finally:
                for bot in bots:
                    bot.cancel()
                await asyncio.gather(*bots, return_exceptions=True)

    async def _seat(self, client: Client) -> tuple[SeatHandle, bool]:
        """The person's seat, and whether they start the table."""
        wish = self._wish
        if wish.token and wish.seat is not None:
            return client.seat(wish.table_id, wish.seat, Token.from_hex(wish.token)), False
        if wish.table_id:
            kept = self._store.find(client.address, wish.table_id, wish.seat)
            if kept is not None:
                return client.seat(wish.table_id, kept.seat, kept.token), False
            return await self._join(client, wish.table_id), False
        return await self._new_table(client), True

    async def _new_table(self, client: Client) -> SeatHandle:
        wish = self._wish
        table = await client.create_table(
            wish.game,
            wish.seats,
            name=wish.table_name,
            options=wish.options,
            turn_clock=wish.turn_clock,
            spectators=wish.spectators,
        )
        seat = await self._join(client, table.table_id)
        names = [name for name in BOT_NAMES if name != wish.name]
        for kind, name in zip(wish.bots, names, strict=False):
            bot = await client.join(table.table_id, name, bot=True)
            self._store.keep(
                KeptSeat(client.address, table.table_id, bot.seat, bot.token, name, kind)
            )
        self._look.console.print(Text(f"Table {table.table_id} at {client.address}", MUTED))
        return seat

    async def _join(self, client: Client, table_id: str) -> SeatHandle:
        name = self._wish.name or getpass.getuser()
        return await client.join(table_id, name, seat=self._wish.seat, store=self._store)

    async def _bot(self, kept: KeptSeat, pause_s: float) -> None:
        """Plays a bot's seat for as long as the person sits here."""
        try:
            await ludoteca_bots.run(
                self._wish.address,
                kept.table_id,
                kept.bot,
                kept.name,
                seat=kept.seat,
                token=kept.token,
                tls=self._wish.tls,
                pause_s=pause_s,
                patience_s=None,
            )
        except LudotecaError as error:
            self._look.console.print(Text(f"{kept.name} has stopped: {error.message}", ERROR))
