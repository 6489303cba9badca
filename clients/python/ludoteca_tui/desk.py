"""Where a person sits: what was printed, what the last view was, what the log says."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui import journal, screen
from ludoteca_tui.frame import fit, styled, wrap
from ludoteca_tui.games import renderer
from ludoteca_tui.look import ERROR, MUTED, STRONG, WARNING, seat_letter
from ludoteca_tui.scene import Scene, Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ludoteca.v1 import table_pb2
    from ludoteca_client import LineState, Moment
    from ludoteca_tui.look import Look
    from ludoteca_tui.scene import Renderer

BAR_AFTER_S = 2.0
"""A lost connection is mentioned after so long: most are back before anybody notices."""
SHOWN_AT_FIRST = 12
"""Entries of a log that went on without us."""


class Desk:
    """Prints, and knows what was printed."""

    def __init__(self, look: Look, now_ms: Callable[[], int] | None = None) -> None:
        """`now_ms` is the time that running clocks are drawn at; None where the past is shown."""
        self.look = look
        self._now_ms = now_ms
        self.journal = journal.Journal()
        self.scene: Scene | None = None
        self.renderer: Renderer = renderer("")
        self._names: dict[int, str] = {}
        self._is_at_prompt = False
        self._board = ""
        self._waiting = ""
        self._bar: asyncio.TimerHandle | None = None
        self._bar_shown = False
        self._panel_height = 0

    # ------------------------------------------------------------------ printing

    def say(self, *lines: Text | str) -> None:
        """Prints lines; a prompt that was open is left behind, a panel gives way."""
        self._take_panel_away()
        if self._is_at_prompt:
            self.look.console.print()
            self._is_at_prompt = False
        for line in lines:
            self.look.console.print(line, soft_wrap=True)

    def ask(self) -> None:
        """Prints the prompt."""
        if not self._is_at_prompt:
            self.look.console.print("> ", end="")
            self.look.console.file.flush()
            self._is_at_prompt = True

    def answered(self, echo: str | None) -> None:
        """A line was typed; `echo` prints it where the terminal has not done so already."""
        self._is_at_prompt = False
        if echo is not None:
            self.look.console.print(echo)

    @property
    def has_panel(self) -> bool:
        """Whether the last thing printed is a panel: it can be drawn again in its place."""
        return self._panel_height > 0

    def show_panel(self, lines: list[Text]) -> None:
        """Prints lines that stay the last ones: what is printed next takes their place."""
        self.say(*(fit(line, self.look.width - 1, self.look) for line in lines))
        self._panel_height = len(lines)
        self.look.console.file.flush()

    def _take_panel_away(self) -> None:
        if self._panel_height:
            self.look.console.file.write(f"\x1b[{self._panel_height}A\x1b[J")
        self._panel_height = 0

    def reason(self, text: str) -> None:
        """Says why something cannot be done."""
        line = styled(" ?     ", ERROR).append(text, STRONG)
        self.say(*wrap(line, self.look.width, 7, self.look))

    # ------------------------------------------------------------------ what happened

    def show_view(self, view: table_pb2.View, changed: frozenset[str]) -> None:
        """Puts a view on the desk, without printing it."""
        self._names.update({info.seat: info.name for info in view.table.seats if info.name})
        past = self.journal.notices
        self.scene = Scene(self.look, view, changed=changed, gone=self._names, past=past)
        self.renderer = renderer(view.table.game)

    def take(self, moment: Moment, *, quietly: bool = False) -> None:
        """Takes a moment in and prints its log entries, unless `quietly`."""
        is_first = self.scene is None
        self.journal.add(moment.notices)
        if moment.view is not None:
            self.show_view(moment.view, journal.anchors(moment.notices))
        if quietly:
            return
        if self._bar_shown:
            self._bar_shown = False
            count = len(moment.notices)
            events = "1 event" if count == 1 else f"{count} events"
            self.say(Text(f"Back: {events} while away.", WARNING))
        notices: Iterable[table_pb2.Notice] = moment.notices
        if is_first and len(moment.notices) > SHOWN_AT_FIRST:
            hidden = len(moment.notices) - SHOWN_AT_FIRST
            self.say(Text(f"({hidden} events before; log all shows them)", MUTED))
            notices = moment.notices[-SHOWN_AT_FIRST:]
        self.say_entries(notices)

    def say_entries(self, notices: Iterable[table_pb2.Notice]) -> None:
        """Prints log entries."""
        if self.scene is not None:
            is_count = screen.counts_of(self.scene)
            self.say(*journal.entries(notices, self.scene.names(), self.look, is_count))

    def light(self, live: frozenset[str]) -> None:
        """Marks the things that can be chosen."""
        if self.scene is not None:
            self.scene = replace(self.scene, live=live)

    def show(self, line: str, *, always_board: bool = False) -> None:
        """Prints the screen; the board only if it looks different from when it was printed last."""
        if self.scene is None:
            return
        now_ms = None if self._now_ms is None else self._now_ms()
        scene = replace(self.scene, now_ms=now_ms)
        bare = Scene(self.look, scene.view)
        board = "\n".join(text.plain for text in self.renderer.board(bare, screen.LEFT - 2))
        if always_board or board != self._board:
            self._board = board
            self.say(Text(), *screen.whole(scene, self.renderer, self.journal, line))
        else:
            prompt = wrap(screen.prompt(scene), self.look.width, 3, self.look)
            self.say(Text(), *prompt, *self.renderer.mine(scene))
        self._waiting = ""

    def show_prompt(self) -> None:
        """Prints whose decision it is, and what it is."""
        if self.scene is not None:
            self.say(*wrap(screen.prompt(self.scene), self.look.width, 3, self.look))

    def show_farm(self, whose: str) -> None:
        """Prints the farm of the seat with this letter or name; of nobody: the viewer's."""
        scene = self.scene
        if scene is None or not isinstance(self.renderer, Spread):
            self.reason("Here everything of every seat is on the board.")
            return
        seats = {seat_letter(info.seat).casefold(): info.seat for info in scene.table.seats}
        seats |= {scene.name(seat).casefold(): seat for seat in seats.values()}
        seat = seats.get(whose.casefold()) if whose else scene.seat or 0
        if seat is None:
            self.reason(f"There is no seat {whose}. farm B shows the farm of seat B.")
            return
        self.say(*self.renderer.farm(scene, seat, self.look.width))

    def show_glossary(self) -> None:
        """Prints what everything on the board says."""
        if self.scene is None or not isinstance(self.renderer, Spread):
            self.reason("The board says all that there is; rules has the rest.")
            return
        for line in self.renderer.glossary(self.scene):
            self.say(*wrap(line, self.look.width, 5, self.look))

    def show_waiting(self) -> None:
        """Prints who is waited for, once."""
        if self.scene is None:
            return
        text = screen.prompt(self.scene)
        if text.plain != self._waiting:
            self._waiting = text.plain
            self.say(*wrap(text, self.look.width, 3, self.look))

    # ------------------------------------------------------------------ the line

    def on_line(self, state: LineState) -> None:
        """Hears that the connection went or came back."""
        if state.connected:
            if self._bar is not None:
                self._bar.cancel()
                self._bar = None
        elif self._bar is None and not self._bar_shown:
            loop = asyncio.get_running_loop()
            self._bar = loop.call_later(BAR_AFTER_S, self._show_bar, state)

    def _show_bar(self, state: LineState) -> None:
        self._bar = None
        self._bar_shown = True
        text = "Connection lost, trying again until it is back; nothing you did is lost."
        self.say(styled(f"~~ {text}", WARNING).append(f" ({state.why})", MUTED))


def clock() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def line_quality(median_s: float | None, worst_s: float | None, grace_ms: int | None) -> str:
    """The line's quality for the header; against the grace of a clock, if there is one."""
    if median_s is None or worst_s is None:
        return ""
    median_ms, worst_ms = median_s * 1000, worst_s * 1000
    if grace_ms is None:
        return f"line {median_ms:.0f} ms"
    verdict = "covered" if worst_ms <= grace_ms else "ties may be lost"
    worst = f", worst {worst_ms:.0f}" if round(worst_ms) > round(median_ms) else ""
    return f"line {median_ms:.0f} ms{worst}: {verdict}"
