"""A person in a race: what they press, what is held back, and what they see of it."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_client import LudotecaError
from ludoteca_tui.frame import PLAIN, Piece, flow, joined, styled, wrap
from ludoteca_tui.look import ERROR, MUTED, STRONG, WARNING, YOURS
from ludoteca_tui.numerals import numeral
from ludoteca_tui.words import sentence_text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable, Sequence

    from ludoteca.v1 import table_pb2
    from ludoteca_client import Moment
    from ludoteca_tui.desk import Desk
    from ludoteca_tui.race import Press, Race, Races

BAR_CELLS = 27
BAR_STEPS = 9
"""How often a bar is drawn before it is empty."""
GRAB = ("grab", "press", "g")
EMPTY = "The bar is empty: the next number is on its way. Nothing was sent."


class Racer:
    """The presses of one seat. What was on the screen at the press is what is sent."""

    def __init__(self, desk: Desk, send: Callable[[table_pb2.Offer], Awaitable[object]]) -> None:
        self._desk = desk
        self._send = send
        self._races: Races | None = None
        self._race: Race | None = None
        self._offers: Sequence[table_pb2.Offer] = ()
        self._pressed: Hashable = None
        self._opening: Hashable = None
        self._shown_at_s = 0.0
        self._drawn_cells = 0
        self._bar: asyncio.TimerHandle | None = None
        self.is_guarded = True
        self.is_opening = False
        """Whether the race has just begun."""
        self.by_keys = False
        """A person presses keys, and the number is drawn anew in its place."""

    @property
    def is_of_a_race(self) -> bool:
        """Whether the table's game has races: then nothing that is done is ever taken back."""
        return self._races is not None

    @property
    def is_on(self) -> bool:
        """Whether a race is on for the seat."""
        return self._race is not None

    def take(self, moment: Moment, races: Races | None) -> None:
        """Takes a moment in, once the desk has its view."""
        self._races = races
        scene, before = self._desk.scene, self._race
        self._race = races.race(scene) if races is not None and scene is not None else None
        self._offers = moment.offers.offers if moment.offers is not None else ()
        opening = self._race.opening if self._race is not None else None
        self.is_opening = opening is not None and opening != self._opening
        self._opening = opening if opening is not None else self._opening
        if self._race is None:
            self.stop()
        elif before is None or before.stamp != self._race.stamp:
            self._shown_at_s = asyncio.get_running_loop().time()

    def grace_ms(self) -> int | None:
        """The grace of the table's clock, if its game has races."""
        scene = self._desk.scene
        return (
            self._races.grace_ms(scene) if self._races is not None and scene is not None else None
        )

    def stop(self) -> None:
        """Draws no more bars."""
        if self._bar is not None:
            self._bar.cancel()
            self._bar = None

    # ------------------------------------------------------------------ presses

    def keyed(self, key: str) -> Press | None:
        """What a key presses."""
        presses = self._race.presses if self._race is not None else ()
        return next((press for press in presses if press.key and press.key == key), None)

    def named(self, line: str) -> Press | None:
        """What a line presses, e.g. `grab purchase`."""
        words = line.casefold().replace("_", " ").split()
        if len(words) > 1 and words[0] in GRAB:
            words = words[1:]
        wanted = " ".join(words)
        presses = self._race.presses if self._race is not None else ()
        return next((press for press in presses if wanted in press.words), None)

    def offers(self, offer: table_pb2.Offer) -> bool:
        """Whether an action is one of the race's: it is sent for the number on the screen."""
        return self._race is not None and any(
            press.offer([offer], None) is not None for press in self._race.presses
        )

    async def press(self, press: Press) -> None:
        """Sends a press, or says why not."""
        race = self._race
        if race is None or self._pressed == race.stamp:
            return  # a key that repeats
        offer = press.offer(self._offers, race.number)
        if press.why_not or offer is None:
            self._desk.reason(f"{press.why_not or _why_not(press, race)} Nothing was sent.")
        elif offer.false_start and self.is_guarded:
            why = sentence_text(offer.warning, self._names()) if offer.HasField("warning") else ""
            self._desk.reason(f"Held back by the guard (G switches it). {why}".rstrip())
        elif press.needs_number and self._is_empty(race):
            self._desk.reason(EMPTY)
        else:
            await self._press(press, offer, race)

    async def _press(self, press: Press, offer: table_pb2.Offer, race: Race) -> None:
        self._pressed = race.stamp
        at = f" at {race.number}" if race.number is not None and not race.is_sold else ""
        try:
            await self._send(offer)
        except LudotecaError as error:
            self._pressed = None
            self._desk.reason(f"You pressed {press.text}{at}. {error.message}")
        else:
            self._desk.say(Text(f" You pressed {press.text}{at}: it counts.", STRONG))

    def switch_guard(self) -> None:
        """Holds presses back that would be false starts, or lets them through."""
        self.is_guarded = not self.is_guarded
        self._desk.say(self._guard())

    def _is_empty(self, race: Race) -> bool:
        return race.bar_ms > 0 and self._passed_ms() >= race.bar_ms

    def _passed_ms(self) -> float:
        return (asyncio.get_running_loop().time() - self._shown_at_s) * 1000

    # ------------------------------------------------------------------ what is seen

    def show(self) -> None:
        """Shows the number: in its place by keys, else on a line of its own."""
        race = self._race
        if race is None:
            return
        if not self.by_keys:
            self._desk.say(self._line(race))
            return
        self._desk.show_panel(self._panel(race))
        self.stop()
        self._plan(race)

    def stay_shown(self) -> None:
        """Draws the panel again if something was printed after it."""
        if self.by_keys and not self._desk.has_panel:
            self.show()

    def _plan(self, race: Race) -> None:
        """Draws the bar again soon, unless it was drawn empty."""
        if self._drawn_cells == 0:
            return
        loop = asyncio.get_running_loop()
        self._bar = loop.call_later(race.bar_ms / BAR_STEPS / 1000, self._again)

    def _again(self) -> None:
        self._bar = None
        if self._race is not None and self._desk.has_panel:
            self._desk.show_panel(self._panel(self._race))
            self._plan(self._race)

    def _line(self, race: Race) -> Text:
        """The number in one line, for those who read or hear lines."""
        if race.is_sold:
            return styled(" SOLD   What is left goes to the first hand.", STRONG)
        number = "-" if race.number is None else str(race.number)
        return joined([(" COUNT  ", MUTED), (number, STRONG), (f"   {race.title}", MUTED)])

    def _panel(self, race: Race) -> list[Text]:
        """What it is about, the number in large, its bar, the keys, the guard."""
        width = self._desk.look.width - 1
        lines = [joined([(f"{'':>12}{row}", STRONG)]) for row in numeral(race.number)]
        self._drawn_cells = 0
        if race.is_sold:
            lines[2].append("      ").append(" SOLD: grab what is left ", YOURS)
        elif race.bar_ms:
            left = max(0.0, 1 - self._passed_ms() / race.bar_ms)
            full = self._drawn_cells = math.ceil(left * BAR_CELLS)
            bar = f"      [{'#' * full}{'-' * (BAR_CELLS - full)}]"
            lines[2].append(bar, STRONG)
            lines[3].append("      an empty bar takes no press", MUTED)
        lines[4].append(f"      {race.title}", MUTED)
        items = [self._key(press, race) for press in race.presses if not press.why_not]
        lines += flow(styled(" KEYS   ", STRONG), items, width)
        lines.append(self._guard().append("   / all   Enter line   ? help", MUTED))
        return [*self._prompt(width), *lines]

    def _prompt(self, width: int) -> list[Text]:
        """What the seat is asked, as on the second line of the screen."""
        scene = self._desk.scene
        if scene is None or not scene.view.HasField("prompt"):
            return []
        text = f">> {sentence_text(scene.view.prompt, self._names())}"
        return wrap(styled(text, STRONG), width, 3, self._desk.look)

    def _key(self, press: Press, race: Race) -> Text:
        key = "Space" if press.key == " " else press.key
        offer = press.offer(self._offers, race.number)
        if offer is None:  # not yet
            return styled(f"{key} {press.text}", MUTED)
        row: list[Piece] = [(key, STRONG), (f" {press.text}", PLAIN)]
        if offer.false_start:
            row.append((" (too dear)" if press.needs_number else " (after the sale)", ERROR))
        return joined(row)

    def _guard(self) -> Text:
        if self.is_guarded:
            return styled(" GUARD  on: false starts are held back (G)", MUTED)
        return styled(" GUARD  off: false starts are sent (G)", WARNING)

    def _names(self) -> list[str]:
        return self._desk.scene.names() if self._desk.scene is not None else []


def _why_not(press: Press, race: Race) -> str:
    if race.why_not:
        return race.why_not
    if race.number is None and not race.is_sold:
        return "No number has been called yet: wait for the first one."
    return f"{press.text} cannot be pressed now."
