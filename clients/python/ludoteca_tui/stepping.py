"""Stepping through a table's past, as its viewer might have seen it live."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_client import Client, LudotecaError, Tls, Token
from ludoteca_tui import ending, journal, screen
from ludoteca_tui.desk import Desk
from ludoteca_tui.lines import StandardInput
from ludoteca_tui.look import MUTED, YOURS

if TYPE_CHECKING:
    from ludoteca.v1 import table_pb2
    from ludoteca_tui.lines import LineSource
    from ludoteca_tui.look import Look

HELP = (
    " n, Enter  next event        N  next turn       first, last",
    " b         event before      B  turn before     goto 120",
    " log       the events so far, who took what     q  leave",
    " farm B    the farm of seat B                   glossary  what names on the board say",
)


async def replay(
    address: str,
    table_id: str,
    look: Look,
    *,
    at: int | None = None,
    token: Token | None = None,
    tls: Tls | bool = False,
    lines: LineSource | None = None,
) -> None:
    """Shows a table after any of its events, one step at a time, until somebody types q.

    Raises:
        LudotecaError: there is no such table, or no such event.
    """
    source = lines if lines is not None else StandardInput()
    async with Client(address, tls=tls) as client:
        past = await _past(client, table_id, token)
        stepper = Stepper(client, table_id, token, past, look)
        await stepper.go(at if at is not None else past[-1].seq)
        stepper.desk.say(*(Text(line, MUTED) for line in HELP))
        while True:
            stepper.desk.ask()
            line = await source.next()
            stepper.desk.answered(None if source.is_interactive else line or "")
            if line is None or line.strip() in ("q", "quit"):
                break
            try:
                await stepper.obey(line.strip())
            except LudotecaError as error:
                stepper.desk.reason(error.message)


async def _past(client: Client, table_id: str, token: Token | None) -> list[table_pb2.Notice]:
    """Everything that has happened so far."""
    last = (await client.table(table_id)).seq
    found: list[table_pb2.Notice] = []
    async with (
        client.watch(table_id, token=token) as stream,
        aclosing(aiter(stream)) as notices,
    ):
        async for notice in notices:
            found.append(notice)
            if notice.seq >= last:
                break
    return found


class Stepper:
    """A place in a table's past. Events that were taken back later are passed over."""

    def __init__(
        self,
        client: Client,
        table_id: str,
        token: Token | None,
        past: list[table_pb2.Notice],
        look: Look,
    ) -> None:
        self.desk = Desk(look)
        self._client = client
        self._table_id = table_id
        self._token = token
        self._past = past
        self._seq = past[-1].seq
        whole = journal.Journal()
        whole.add(past)
        undone = whole.undone()
        self._standing = [notice.seq for notice in past if notice.seq not in undone]
        self._turns = [
            notice.seq
            for before, notice in zip([None, *past], past, strict=False)
            if notice.seq not in undone
            and (before is None or list(before.to_act) != list(notice.to_act))
        ]

    async def obey(self, line: str) -> None:
        """Goes where the line says. Raises LudotecaError."""
        word, _, rest = line.partition(" ")
        match word:
            case "" | "n":
                await self.go(_after(self._standing, self._seq))
            case "b":
                await self.go(_before(self._standing, self._seq))
            case "N":
                await self.go(_after(self._turns, self._seq))
            case "B":
                await self.go(_before(self._turns, self._seq))
            case "first":
                await self.go(self._past[0].seq)
            case "last":
                await self.go(self._past[-1].seq)
            case "goto" if rest.strip().isdecimal():
                await self.go(int(rest))
            case "farm":
                self.desk.show_farm(rest.strip())
            case "glossary":
                self.desk.show_glossary()
            case "log":
                self.desk.say_entries(self.desk.journal.notices)
            case _:
                self.desk.say(*(Text(text, MUTED) for text in HELP))

    async def go(self, seq: int | None) -> None:
        """Shows the table after an event."""
        if seq is None:
            self.desk.reason("There is nothing further that way.")
            return
        view = await self._client.view(self._table_id, seq, token=self._token)
        self._seq = seq
        self.desk.journal.notices = [notice for notice in self._past if notice.seq <= seq]
        here = [notice for notice in self._past if notice.seq == seq]
        self.desk.show_view(view, journal.anchors(here))
        scene = self.desk.scene
        if scene is None:
            return
        self.desk.say(
            Text(),
            Text(f" REPLAY at {seq} of {self._past[-1].seq} ", YOURS),
            *screen.whole(scene, self.desk.renderer, self.desk.journal),
        )
        self.desk.say_entries(here)
        if seq == self._past[-1].seq and scene.table.ranking:
            self.desk.say(*ending.lines(scene, self.desk.renderer))


def _after(seqs: list[int], seq: int) -> int | None:
    return next((one for one in seqs if one > seq), None)


def _before(seqs: list[int], seq: int) -> int | None:
    return next((one for one in reversed(seqs) if one < seq), None)
