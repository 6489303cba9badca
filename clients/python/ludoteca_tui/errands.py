"""What a person asks besides playing: the log, the rules, who sits where, takebacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui import commands, ending
from ludoteca_tui.frame import joined
from ludoteca_tui.look import MUTED, STRONG, WARNING
from ludoteca_tui.pager import Pager, laid_out, section
from ludoteca_tui.scene import badge
from ludoteca_tui.words import sentence_text

if TYPE_CHECKING:
    from ludoteca.v1 import table_service_pb2, words_pb2
    from ludoteca_client import Client, SeatHandle
    from ludoteca_tui.desk import Desk

LOG_ENTRIES = 20
NOTHING_TO_UNDO = (
    "Nothing can be taken back: something was drawn or shown since, or another seat has acted."
)


class Errands:
    """Carries out the commands that play nothing."""

    def __init__(self, client: Client, seat: SeatHandle, desk: Desk, *, is_paged: bool) -> None:
        """Long texts come in pages if `is_paged`, else whole."""
        self._client = client
        self._seat = seat
        self._desk = desk
        self._is_paged = is_paged
        self._pager: Pager | None = None
        self._is_resigning = False

    async def run(self, name: str, rest: str) -> None:
        """Carries one out. Raises LudotecaError."""
        is_sure = self._is_resigning and name == "resign"
        self._is_resigning = name == "resign" and not is_sure
        match name:
            case "undo":
                await self._undo(to_the_lowest=rest == "all")
            case "log":
                self._log(rest)
            case "rules":
                await self._rules(rest)
            case "who":
                self._who()
            case "farm":
                self._desk.show_farm(rest)
            case "glossary":
                self._desk.show_glossary()
            case "seed":
                self._desk.say(*ending.seed(await self._client.table(self._seat.table_id)))
            case "resign" if is_sure:
                await self._seat.resign()
            case "resign":
                self._desk.say(
                    Text("You give the game up, and cannot come back to it.", WARNING),
                    "Type resign once more if you are sure.",
                )
            case _:
                self._desk.say(*commands.help_lines())

    @property
    def is_paging(self) -> bool:
        """Whether a long text goes on."""
        return self._pager is not None

    def turn_page(self, line: str) -> bool:
        """Shows the next page of a long text, if one is open and the line asks for it."""
        pager, self._pager = self._pager, None
        if pager is None or line.casefold() not in ("", "m", "more", "q"):
            return False
        if line.casefold() != "q":
            self._show_page(pager)
        return True

    def rejection(self, rejection: words_pb2.Rejection) -> str:
        """Why something cannot be done, with the section of the rules."""
        sentence = sentence_text(rejection.sentence, self._names())
        where = f" (rules {rejection.rule})" if rejection.rule not in ("", "table") else ""
        return sentence + where

    def preview(self, answer: table_service_pb2.CheckActionResponse) -> list[Text]:
        """What would follow an action, as far as it may be said."""
        lines = [Text(" ok    This can be done.", STRONG)]
        lines += [
            Text(f"       {sentence_text(fact.sentence, self._names())}", MUTED)
            for fact in answer.facts
        ]
        if answer.reveals:
            lines.append(Text("       It cannot be taken back.", MUTED))
        return lines

    async def _undo(self, *, to_the_lowest: bool) -> None:
        choices = (await self._seat.offers()).takeback_choices
        if not choices:
            self._desk.reason(NOTHING_TO_UNDO)
            return
        to_seq = choices[0] if to_the_lowest else choices[-1]
        taken_back_at = await self._seat.take_back(to_seq)
        count = taken_back_at - 1 - to_seq
        events = "1 event" if count == 1 else f"{count} events"
        self._desk.say(
            Text(f"Taken back: {events}; event {to_seq} is the last that stays.", STRONG)
        )

    def _log(self, rest: str) -> None:
        journal = self._desk.journal
        count = int(rest) if rest.isdecimal() else LOG_ENTRIES
        self._desk.say_entries(journal.notices if rest == "all" else journal.last(count))

    async def _rules(self, number: str) -> None:
        scene = self._desk.scene
        if scene is None:
            return
        text = (await self._client.game(scene.table.game)).rules
        if number:
            text = section(text, number)
        if not text:
            self._desk.reason(f"The rules have no section {number}.")
            return
        lines = laid_out(text, self._desk.look)
        height = max(10, self._desk.look.console.height - 2) if self._is_paged else len(lines)
        self._show_page(Pager(lines, height))

    def _show_page(self, pager: Pager) -> None:
        self._desk.say(*pager.page())
        if pager.left:
            self._pager = pager
            self._desk.say(Text(f"-- {pager.left} more lines: Enter goes on, q leaves", MUTED))

    def _who(self) -> None:
        scene = self._desk.scene
        for info in scene.table.seats if scene is not None else ():
            states = [
                word
                for word, holds in (
                    ("you", scene is not None and info.seat == scene.seat),
                    ("a bot", info.bot),
                    ("free", not info.held and not info.vacated),
                    ("gone", info.vacated),
                    ("to act", info.to_act),
                )
                if holds
            ]
            line = joined([(" ", MUTED), badge(info.seat), (f" {info.name}", STRONG)])
            self._desk.say(line.append(f"  {', '.join(states)}", MUTED))

    def _names(self) -> list[str]:
        return self._desk.scene.names() if self._desk.scene is not None else []
