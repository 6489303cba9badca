"""Buurn's races: which hands can be laid on which totems now, and what came of the last ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.buurn.v1 import buurn_pb2
from ludoteca_client import ClientTooOld, unpack
from ludoteca_tui.race import Press, Race

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludoteca.v1 import table_pb2
    from ludoteca_tui.scene import Scene

RACING = ("countdown", "scramble")
CALLS = ("tick", "count")
TOTEMS: dict[str, tuple[str, str]] = {
    "purchase": (" ", "Purchase"),
    "tax": ("2", "Tax"),
    "organisation": ("3", "Organisation"),
    "black_market": ("4", "Black Market"),
    "secondary_market": ("5", "Secondary Market"),
}
"""The key and the name of each totem."""
SITTING_OUT = "You sit out until the end of this turn."
CALL = Press("n", "Call the next number", name="count", words=("call", "count", "next"))


class BuurnRaces:
    """What the client has to know of a countdown."""

    def race(self, scene: Scene) -> Race | None:
        """The race that is on for the viewer's seat."""
        board = scene.state()
        if not isinstance(board, buurn_pb2.View) or scene.seat is None:
            return None
        if board.phase not in RACING:
            return None
        own = next((player for player in board.players if player.own), None)
        if own is None or (board.phase == "scramble" and not _may_grab(own)):
            return None
        number = board.count if board.HasField("count") else None
        presses = [_press(scene, totem) for totem in board.totems]
        options = options_of(scene.table)
        is_timed = board.phase == "countdown" and options.tick_ms > 0
        if board.phase == "countdown" and options.HasField("tick_ms") and not options.tick_ms:
            presses.append(CALL)
        return Race(
            number=number,
            title=f"start {board.start_number}   auction {board.auction}",
            is_sold=board.phase == "scramble",
            bar_ms=options.tick_ms if is_timed and number is not None else 0,
            presses=tuple(presses),
            stamp=(board.phase, board.auction, number),
            opening=(board.turn, board.auction),
            why_not="" if _may_grab(own) else SITTING_OUT,
        )

    def grace_ms(self, scene: Scene) -> int | None:
        """How long the clock waits for presses on their way; None on an untimed table."""
        options = options_of(scene.table)
        return options.grace_ms if options.tick_ms else None

    def only_counts(self, notices: Sequence[table_pb2.Notice]) -> bool:
        """Whether nothing has happened but numbers being called, each of which said only itself."""
        return bool(notices) and all(
            _action(notice).WhichOneof("action") in CALLS and len(notice.facts) <= 1
            for notice in notices
        )


def _may_grab(player: buurn_pb2.Player) -> bool:
    return not (player.totem or player.sitting_out or player.absent)


def _press(scene: Scene, totem: buurn_pb2.Totem) -> Press:
    key, name = TOTEMS.get(totem.id, ("", totem.id.replace("_", " ")))
    words = ["buy"] if totem.id == "purchase" else []
    taken = f"{scene.name(totem.holder)} was first: {name} is taken."
    return Press(
        key,
        name,
        name="grab",
        anchor=f"totem {totem.id}",
        words=(totem.id.replace("_", " "), *words),
        needs_number=totem.id == "purchase",
        why_not=taken if totem.HasField("holder") else "",
    )


@dataclass(frozen=True)
class Touch:
    """A hand on a totem, as the log has it."""

    seat: int
    totem: str
    pressed_at: int
    """The number on the presser's screen."""
    logged_at: int | None
    """The number when it was logged; None in the scramble."""
    after_ms: int
    """Since the number was called, or the lot sold."""
    is_false_start: bool

    def text(self, name: str) -> str:
        """What came of it, in words."""
        thing = TOTEMS.get(self.totem, ("", self.totem))[1]
        if self.logged_at is None:
            return f"{name} {thing}: {self.after_ms} ms after the sale"
        fault = ", a false start" if self.is_false_start else ""
        at = f"pressed at {self.pressed_at}, logged at {self.logged_at}"
        return f"{name} {thing}: {at} after {self.after_ms} ms{fault}"


def last_race(notices: Iterable[table_pb2.Notice]) -> list[Touch]:
    """The hands of the last turn in which there were any."""
    touches: list[Touch] = []
    is_new_turn = False
    number: int | None = None
    since_ms = 0
    for notice in notices:
        action = _action(notice)
        kind = action.WhichOneof("action")
        keys = {fact.sentence.key for fact in notice.facts}
        if kind in CALLS:
            number = action.tick.to if kind == "tick" else action.count.to
            since_ms = notice.at_ms
        elif kind == "grab":
            grab = action.grab
            if is_new_turn:
                touches, is_new_turn = [], False
            touches.append(
                Touch(
                    seat=notice.seat,
                    totem=grab.totem,
                    pressed_at=grab.count,
                    logged_at=number,
                    after_ms=max(0, notice.at_ms - since_ms),
                    is_false_start="fact-false-start" in keys,
                )
            )
            if "fact-sold" in keys:
                number, since_ms = None, notice.at_ms
        is_new_turn = is_new_turn or "fact-turn" in keys
    return touches


def _action(notice: table_pb2.Notice) -> buurn_pb2.Action:
    action = buurn_pb2.Action()
    notice.action.Unpack(action)
    return action


def options_of(table: table_pb2.Table) -> buurn_pb2.Options:
    """The options of a table; none of another game."""
    if not table.HasField("options"):
        return buurn_pb2.Options()
    try:
        options = unpack(table.options)
    except ClientTooOld:
        return buurn_pb2.Options()
    return options if isinstance(options, buurn_pb2.Options) else buurn_pb2.Options()
