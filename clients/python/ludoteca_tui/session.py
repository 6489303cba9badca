"""A person plays one seat by lines: what they type becomes actions, what happens becomes text."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca.v1 import table_pb2
from ludoteca_client import LudotecaError, Overtaken, Refused, TryLater
from ludoteca_client.payload import pack
from ludoteca_tui import commands, desk, ending, menu, typed
from ludoteca_tui.desk import Desk
from ludoteca_tui.either import Typed, either
from ludoteca_tui.errands import Errands
from ludoteca_tui.games import races, standing
from ludoteca_tui.lines import Key, KeySource
from ludoteca_tui.look import MUTED, STRONG
from ludoteca_tui.narrower import Narrower
from ludoteca_tui.racing import Racer

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from ludoteca.v1 import table_service_pb2
    from ludoteca_client import Client, Moment, Play, SeatHandle
    from ludoteca_tui.lines import LineSource
    from ludoteca_tui.look import Look

OVER = (table_pb2.LIFECYCLE_FINISHED, table_pb2.LIFECYCLE_ABANDONED)
SENDING_AFTER_S = 0.3
FASTER = "Somebody was faster: the board has changed. Look again, then choose."
ASK = ("on", "off", "always")
GUARD = ("g", "guard")
END_OF_INPUT = "\x04"


class Session:
    """One sitting at one seat."""

    def __init__(
        self,
        client: Client,
        seat: SeatHandle,
        lines: LineSource,
        look: Look,
        *,
        come_back: str,
        ask: str = "on",
        starts: bool = False,
    ) -> None:
        """`come_back` is the command that brings the person back to this seat.

        `ask` is "on", "off" or "always": when to ask before an action is sent. With `starts` the
        table is started as soon as all its seats are taken.
        """
        self._seat = seat
        self._lines = lines
        self._desk = Desk(look, desk.clock)
        self._come_back = come_back
        self._ask = ask
        self._starts = starts
        self._offers: table_service_pb2.ListActionsResponse | None = None
        self._narrower: Narrower | None = None
        self._sure: table_pb2.Offer | None = None
        self._errands = Errands(client, seat, self._desk, is_paged=lines.is_interactive)
        self._racer = Racer(self._desk, self._send_press)
        self._wants_lines = False
        self._stream: Play | None = None
        self._is_left = False

    async def run(self) -> bool:
        """Plays until the table is over or the person leaves; whether it is over.

        Raises:
            LudotecaError: what cannot be retried, as a token that does not hold the seat.
        """
        stream = self._seat.play(
            from_seq=1,
            words=True,
            views=True,
            offers=True,
            patience_s=None,
            on_line=self._desk.on_line,
        )
        try:
            await self._follow(stream)
        except asyncio.CancelledError:  # Ctrl-C
            self._leave()
            raise
        finally:
            self._racer.stop()
            self._read_keys(wanted=False)
        return self._is_over()

    async def _follow(self, stream: Play) -> None:
        async with stream, aclosing(either(stream.moments(), self._lines, self._asks)) as events:
            self._stream = stream
            async for event in events:
                if isinstance(event, Typed):
                    await self._typed(event.line)
                else:
                    await self._take(event)
                if self._is_left:
                    break

    # ------------------------------------------------------------------ what happens

    async def _take(self, moment: Moment) -> None:
        steps = self._narrower.steps if self._narrower is not None else []
        before, is_asked = self._offers, self._narrower is not None
        self._offers = moment.offers if moment.offers and moment.offers.offers else None
        self._narrower = self._sure = None
        known = races(moment.view.table.game) if moment.view is not None else None
        is_count = self._racer.is_on and known is not None and known.only_counts(moment.notices)
        self._desk.take(moment, quietly=is_count)
        self._racer.take(moment, known)
        self._read_keys(wanted=self._racer.is_on and not self._wants_lines)
        if self._offers is not None and self._desk.scene is not None:
            scene = self._desk.scene
            groups = standing(scene.table.game)
            self._narrower = Narrower(self._offers.offers, scene.names(), groups)
            self._narrower.follow(steps)
        if self._is_over():
            self._finish()
        elif self._racer.is_on:
            self._show_race()
        elif is_asked and before is not None and _offer_alike(before, self._offers):
            self._desk.show_prompt()
            self._show_menu()
        elif self._narrower is not None:
            self._show()
        else:
            self._desk.show_waiting()
            if self._starts and self._is_full():
                self._starts = False
                await self._seat.start()

    def _is_full(self) -> bool:
        scene = self._desk.scene
        return (
            scene is not None
            and scene.table.lifecycle == table_pb2.LIFECYCLE_OPEN
            and all(info.held for info in scene.table.seats)
        )

    def _finish(self) -> None:
        scene = self._desk.scene
        if scene is not None:
            self._desk.show(self._line(), always_board=True)
            self._desk.say(*ending.lines(scene, self._desk.renderer, self._seat.seat))

    def _show(self, *, always_board: bool = False) -> None:
        """The screen and the question."""
        if self._narrower is not None:
            self._desk.light(self._narrower.live)
        self._desk.show(self._line(), always_board=always_board)
        self._show_menu()

    def _show_race(self) -> None:
        """The number; all else when the race begins."""
        if self._racer.is_opening:
            if self._narrower is not None:
                self._desk.light(self._narrower.live)
            self._desk.show(self._line())
        self._racer.show()
        self._show_menu()

    def _read_keys(self, *, wanted: bool) -> None:
        """Reads single keys, where the terminal has them, or lines again."""
        if isinstance(self._lines, KeySource):
            self._racer.by_keys = self._lines.by_keys(wanted)

    def _show_menu(self) -> None:
        scene, narrower = self._desk.scene, self._narrower
        if scene is None or narrower is None or self._racer.by_keys:
            return
        if self._sure is not None:
            self._desk.say(*menu.question(self._sure, scene.names()))
        else:
            width = self._desk.look.width
            self._desk.say(*menu.lines(narrower, self._undo_reach(), width, scene.names()))

    def _undo_reach(self) -> str:
        choices = self._offers.takeback_choices if self._offers is not None else ()
        return f"to event {choices[-1]}" if choices else "-"

    def _line(self) -> str:
        stream = self._stream
        if stream is None:
            return ""
        grace_ms = self._racer.grace_ms()
        return desk.line_quality(stream.round_trip_s, stream.worst_round_trip_s, grace_ms)

    def _is_over(self) -> bool:
        scene = self._desk.scene
        return scene is not None and scene.table.lifecycle in OVER

    def _asks(self) -> bool:
        """A person may type at any time; a script is read only when something is asked."""
        if self._narrower is not None and not self._racer.by_keys:
            self._desk.ask()
        return self._lines.is_interactive or self._narrower is not None

    # ------------------------------------------------------------------ what is typed

    async def _typed(self, line: str | None) -> None:
        if isinstance(line, Key):
            await self._keyed(line)
            return
        self._desk.answered(None if self._lines.is_interactive else line or "")
        if line is None:
            self._desk.say("")
            self._leave()
            return
        try:
            await self._obey(line.strip())
        except LudotecaError as error:
            self._desk.reason(error.message)

    async def _keyed(self, key: Key) -> None:
        """A key of a race. One that comes after it means nothing any more."""
        if not self._racer.by_keys or self._errands.turn_page(key.strip()):
            return
        press = self._racer.keyed(key)
        if press is not None:
            await self._racer.press(press)
        elif key in ("g", "G"):
            self._racer.switch_guard()
        elif key in ("\n", "\r", "/"):
            self._wants_lines = True
            self._read_keys(wanted=False)
            self._find("")
            return
        elif key == END_OF_INPUT:
            self._leave()
            return
        elif commands.command(key) is not None:
            await self._obey(key)
        self._racer.stay_shown()

    async def _raced(self, line: str) -> bool:
        """Takes a line as a press, if it is one, or as the end of typing lines; whether it was."""
        press = self._racer.named(line)
        if press is not None:
            await self._racer.press(press)
        elif self._racer.is_on and line.casefold() in GUARD:
            self._racer.switch_guard()
        elif self._wants_lines and not line and self._sure is None:
            self._wants_lines = False
            self._read_keys(wanted=self._racer.is_on)
            self._racer.show()
        else:
            return False
        return True

    async def _send_press(self, offer: table_pb2.Offer) -> None:
        """Sends a press for the number that was seen: whatever was called meanwhile, the rules judge it."""
        if self._stream is not None:
            await self._stream.act(offer)
            self._narrower = self._sure = None

    async def _obey(self, line: str) -> None:
        if self._errands.turn_page(line) or await self._raced(line):
            return
        if self._sure is not None and line.casefold() in ("", "y", "yes", "1"):
            await self._send(self._sure)
            return
        command = commands.command(line)
        if line.isdecimal():
            await self._choose(int(line))
        elif line.casefold() in ("b", "back", "n", "no"):
            self._back()
        elif line.casefold() in ("m", "more"):
            if self._narrower is not None:
                self._narrower.more()
            self._show_menu()
        elif line.startswith("/"):
            self._find(line[1:].strip())
        elif command is not None:
            await self._command(*command)
        elif line:
            await self._action(line)
        elif self._narrower is not None and len(self._narrower.left) == 1:
            await self._decide(self._narrower.left[0])
        else:
            self._show_menu()

    async def _choose(self, number: int) -> None:
        self._sure = None
        if self._narrower is None:
            self._desk.reason("It is not your turn: nothing can be chosen now.")
        elif not self._narrower.choose(number):
            self._desk.reason(f"There is no choice {number} here.")
            self._show_menu()
        elif len(self._narrower.left) == 1:
            await self._decide(self._narrower.left[0])
        else:
            self._show_menu()

    def _back(self) -> None:
        self._sure = None
        if self._narrower is not None:
            self._narrower.back()
        self._show_menu()

    def _find(self, words: str) -> None:
        self._sure = None
        if self._narrower is None:
            self._desk.reason("It is not your turn: there is nothing to choose from.")
            return
        if not self._narrower.find(words):
            self._desk.reason(f"No legal action says {words}. / alone lists all of them.")
        self._show_menu()

    async def _decide(self, offer: table_pb2.Offer) -> None:
        """Sends the action, or asks once if it loses something or cannot be taken back."""
        if self._racer.offers(offer) and not offer.false_start:
            await self._send(offer)  # no time to ask
            return
        # Where nothing is ever taken back, there is no use in asking each time.
        is_last_chance = offer.reveals and not self._racer.is_of_a_race
        is_final = offer.HasField("warning") or (is_last_chance and self._ask != "off")
        if is_final or self._ask == "always":
            self._sure = offer
            self._show_menu()
        else:
            await self._send(offer)

    async def _send(self, playable: table_pb2.Offer | Message) -> None:
        if self._stream is None or self._offers is None:
            return
        is_press = isinstance(playable, table_pb2.Offer) and self._racer.offers(playable)
        expected_seq = None if is_press else self._offers.seq
        act = asyncio.ensure_future(self._stream.act(playable, expected_seq=expected_seq))
        _, unfinished = await asyncio.wait({act}, timeout=SENDING_AFTER_S)
        if unfinished:
            self._desk.say(Text("sending ...", MUTED))
        try:
            await act
            self._narrower = self._sure = None  # the next moment is on its way
        except Overtaken:
            self._narrower = self._sure = None
            self._desk.reason(FASTER)
        except (Refused, TryLater) as refused:
            self._sure = None
            if self._narrower is not None:
                self._narrower.back()
            self._desk.reason(_reason(refused))
            self._show_menu()

    async def _action(self, line: str) -> None:
        """An action in the words of the rules: played if it is legal, explained if not."""
        action = typed.parse(line, self._action_type())
        if action is None:
            if self._narrower is not None and self._narrower.find(line):
                self._show_menu()
            else:
                self._desk.reason(f"Nothing here is called {line}. ? says what can be typed.")
            return
        packed = pack(action)
        for offer in self._offers.offers if self._offers is not None else ():
            if offer.action == packed:
                await self._decide(offer)
                return
        answer = await self._seat.check(action)
        if answer.HasField("rejection"):
            self._desk.reason(self._errands.rejection(answer.rejection))
        else:
            await self._send(action)

    def _action_type(self) -> str:
        """The full name of the game's Action message."""
        scene = self._desk.scene
        return (
            f"{scene.view.state.TypeName().rpartition('.')[0]}.Action" if scene is not None else ""
        )

    async def _command(self, name: str, rest: str) -> None:
        match name:
            case "board":
                self._show(always_board=True)
            case "quit":
                self._leave()
            case "ask" if rest in ASK:
                self._ask = rest
                self._desk.say(Text(f"ask {rest}", MUTED))
            case "check":
                await self._check(rest)
            case _:
                await self._errands.run(name, rest)
                if name != "resign" and not self._errands.is_paging:
                    self._show_menu()

    async def _check(self, line: str) -> None:
        action = typed.parse(line, self._action_type())
        if action is None:
            self._desk.reason("check NAME PARAMETERS, e.g. check start_build wall c3_west border")
            return
        answer = await self._seat.check(action)
        if answer.HasField("rejection"):
            self._desk.reason(self._errands.rejection(answer.rejection))
        else:
            self._desk.say(*self._errands.preview(answer))

    def _leave(self) -> None:
        self._is_left = True
        if not self._is_over():
            self._desk.say(
                Text("You have left; the table waits for you. Come back with:", STRONG),
                f"  {self._come_back}",
            )


def _offer_alike(
    one: table_service_pb2.ListActionsResponse, other: table_service_pb2.ListActionsResponse | None
) -> bool:
    """Whether the same actions are on offer."""
    return other is not None and list(one.offers) == list(other.offers)


def _reason(error: LudotecaError) -> str:
    if isinstance(error, Refused) and error.rule not in ("", "table"):
        return f"{error.message} (rules {error.rule})"
    return error.message
