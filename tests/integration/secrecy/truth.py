"""What the rules have shown to whom: worked out from the whole record, when the table is over.

The record of a finished table shows every state with all that is hidden. What a viewer may have read of between two
states is put together from the open parts of both, as chapter "View" of each rules.md names them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.integration.secrecy.canaries import found

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_core import Library

Json = dict[str, Any]
Known = set[int] | None


class Truth:
    """A table that is over, event by event."""

    def __init__(self, library: Library, record: bytes) -> None:
        """`library` has the content file of the record: parsing the record's own for each state takes most of the time."""
        self._library = library
        header, *self._lines = record.splitlines()
        self._header: Json = json.loads(header)
        self._header.pop("content", None)
        self.game = str(self._header["game"])
        self.events: list[Json] = [json.loads(line) for line in self._lines]
        self._states: dict[int, Json | None] = {}

    def state(self, seq: int) -> Json | None:
        """All that is true after an event; None before the start."""
        if seq not in self._states:
            header = json.dumps(self._header | {"events": seq}).encode()
            upto = b"\n".join([header, *self._lines[:seq]])
            shown = json.loads(self._library.show_record(upto, None, "all"))
            assert bytes.fromhex(shown["digest"]) == self.digest(seq)
            self._states[seq] = shown.get("state")
        return self._states[seq]

    def digest(self, seq: int) -> bytes:
        """What hashes all that is hidden after an event."""
        return bytes.fromhex(self.events[seq - 1]["digest"])

    def known(self, seq: int, viewer: int | None) -> Known:
        """What a viewer may read of when event `seq` happens; None where the states cannot tell."""
        before, after = self.state(seq - 1) if seq > 1 else None, self.state(seq)
        if after is None:
            return set()
        return _KNOWN[self.game](before or after, after, self.events[seq - 1], viewer)


def names(*parts: object) -> set[int]:
    """The canaries in parts of a state."""
    return found(json.dumps(parts).encode())


def _own(state: Json, key: str, viewer: int | None) -> list[object]:
    """The viewer's place in a list by seats."""
    return [] if viewer is None else [state[key][viewer]]


def _burgenland(before: Json, after: Json, event: Json, viewer: int | None) -> Known:
    """Its own hand, the discard, what is paid and what is rewarded in the open.

    A card that is paid, shuffled in again and drawn by the same action is where it was: the states cannot tell.
    """
    counts = [sum(state["discard"].values()) for state in (before, after)]
    if counts[1] < counts[0] or sum(before["deck"].values()) < 6:
        return None
    known = names(before["discard"], after["discard"])
    known |= names(*_own(before, "hand", viewer), *_own(after, "hand", viewer))
    if event.get("action", {}).get("type") != "draw_cards":
        for then, now in zip(before["hand"], after["hand"], strict=True):
            known |= names(now) - names(then)
    return known


def _el_gaucho(before: Json, after: Json, event: Json, viewer: int | None) -> Known:
    """The pampa, herds and what is out of the game; its own start tiles and what it saw of the steppe."""
    known: set[int] = set()
    for state in (before, after):
        known |= names(state["pampa"], state["herds"], state["pending"], state["removed"])
        known |= names(*_own(state, "start_draw", viewer), *_own(state, "discards", viewer))
        known |= names([each for each in state["steppe_known"] if viewer in each["seen_by"]])
    return known


def _buurn(before: Json, after: Json, event: Json, viewer: int | None) -> Known:
    """A notice names the cards that it shows: the lot, those that come or go face up, the viewer's own.

    That of the start names all families in play.
    """
    if after["phase"] == "finished" or event["kind"] == "started":
        return None
    known = names(before["lot"], after["lot"], _moved(before["discard"], after["discard"]))
    for seat, (then, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        known |= names(_moved(then["face_up"], now["face_up"]))
        if seat == viewer:
            known |= names(_moved(then["face_down"], now["face_down"]))
    if event.get("action", {}).get("type") in ("swap", "give"):
        known |= names(event["action"])
    for state in (before, after):
        pending = state["pending"]
        if pending is not None and pending.get("seat") == viewer:
            known |= names(state["hand"])
        placed = [*state["deck"]["top"], *state["deck"]["bottom"]]
        known |= names([each for each in placed if each["known_by"] == viewer])
    return known


def _moved(before: dict[str, int], after: dict[str, int]) -> list[str]:
    return [name for name in before | after if before.get(name, 0) != after.get(name, 0)]


def _el_burro(before: Json, after: Json, event: Json, viewer: int | None) -> Known:
    """What lies face up; its own hand and donkey cards. What is allocated stays hidden until all have chosen."""
    known: set[int] = set()
    for state in (before, after):
        known |= names(state["normal_discard"], state["special_discard"])
        for seat, player in enumerate(state["players"]):
            farm = ("field_cards", "admin_cards", "barrows", "acquisitions", "donkey_unused")
            known |= names(*(player[key] for key in farm))
            chosen = [player["siesta_card"], player["donkey_card"], player["stable_cards"]]
            is_sealed = state["step"] == "donkey_choice" and player["siesta_card"] is not None
            known |= names(player["stable_cards"][:-1] if is_sealed else chosen)
            if seat == viewer:
                known |= names(chosen, player["hand"], player["donkey_hand"])
                known |= names(player["donkey_discard"])
    if event.get("action", {}).get("type") in ("play_card", "discard_card", "swap_card"):
        known |= names(event["action"])
    return known


_KNOWN: dict[str, Callable[[Json, Json, Json, int | None], Known]] = {
    "burgenland": _burgenland,
    "el_gaucho": _el_gaucho,
    "buurn": _buurn,
    "el_burro": _el_burro,
}
