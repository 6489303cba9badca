"""Watching a table: its log as it grows, and the board."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from rich.console import Group
from rich.live import Live
from rich.text import Text

from ludoteca.v1 import table_pb2
from ludoteca_client import Client, Tls, Token
from ludoteca_tui import commands, ending, screen
from ludoteca_tui.desk import Desk, clock
from ludoteca_tui.either import Typed, either
from ludoteca_tui.lines import StandardInput
from ludoteca_tui.look import MUTED

if TYPE_CHECKING:
    from ludoteca_client import Moment
    from ludoteca_tui.lines import LineSource
    from ludoteca_tui.look import Look

ROWS = 36
"""The least height of a terminal on which the whole screen is drawn in its place."""
OVER = (table_pb2.LIFECYCLE_FINISHED, table_pb2.LIFECYCLE_ABANDONED)


async def spectate(
    address: str,
    table_id: str,
    look: Look,
    *,
    from_seq: int = 1,
    token: Token | None = None,
    tls: Tls | bool = False,
    lines: LineSource | None = None,
) -> None:
    """Follows a table until it is over, or until somebody types q.

    On a terminal that is large enough the screen is drawn anew in its place; else every event is
    printed, and the board whenever the turn goes to somebody else.

    Raises:
        LudotecaError: there is no such table; the service is away for good.
    """
    source = lines if lines is not None else StandardInput()
    desk = Desk(look, clock)
    async with (
        Client(address, tls=tls) as client,
        client.watch(
            table_id,
            from_seq=from_seq,
            views=True,
            token=token,
            patience_s=None,
            on_line=desk.on_line,
        ) as stream,
        aclosing(either(stream.moments(), source, lambda: source.is_interactive)) as events,
    ):
        has_room = look.console.height >= ROWS and look.width >= screen.LEFT + screen.RIGHT
        show = _InPlace(desk) if look.console.is_terminal and has_room else _Printed(desk)
        with show:
            async for event in events:
                if isinstance(event, Typed):
                    if event.line is None or event.line.strip().casefold() in ("q", "quit"):
                        break
                    _look_up(desk, event.line)
                else:
                    show.take(event)
    if desk.scene is not None and desk.scene.table.lifecycle in OVER:
        desk.say(*ending.lines(desk.scene, desk.renderer))


def _look_up(desk: Desk, line: str) -> None:
    """Shows one seat's farm, or what the board's names say, if that is asked for."""
    match commands.command(line):
        case ("farm", whose):
            desk.show_farm(whose)
        case ("glossary", _):
            desk.show_glossary()
        case _:
            pass


class _Printed:
    """Entries as they come; the board when somebody else's turn begins."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._acting: list[int] = []

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None

    def take(self, moment: Moment) -> None:
        self._desk.take(moment)
        scene = self._desk.scene
        acting = [info.seat for info in scene.table.seats if info.to_act] if scene else []
        before, self._acting = self._acting, acting
        if acting and set(acting) < set(before):  # some of several have done their part
            self._desk.show_waiting()
        elif acting != before:
            self._desk.show("")


class _InPlace:
    """One screen that is drawn anew with every burst of events."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._live = Live(console=desk.look.console, auto_refresh=False, transient=False)

    def __enter__(self) -> None:
        self._live.start()

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def take(self, moment: Moment) -> None:
        self._desk.take(moment, quietly=True)
        scene = self._desk.scene
        if scene is None:
            return
        lines = screen.whole(scene, self._desk.renderer, self._desk.journal, "watching")
        hint = Text(" q Enter: leave   the log: ludoteca watch TABLE | cat", MUTED)
        self._live.update(Group(*lines, hint), refresh=True)
