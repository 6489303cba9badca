"""From the list of legal actions to one of them, a question at a time. It knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from ludoteca_tui.words import arg_text, offer_text, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludoteca.v1 import table_pb2

GROUP = 9
"""The most choices that are shown at once."""


@dataclass(frozen=True)
class Choice:
    """One answer to the present question."""

    text: str
    offers: tuple[table_pb2.Offer, ...]
    """The actions that are left after it."""
    key: str = ""
    """What it is called whatever else is on offer: the words of a group change with what is in it."""


STANDING_FROM = 11
"""The number of the first group that has its own row: no page of choices reaches it."""


@dataclass(frozen=True)
class Standing:
    """Actions that are nearly always possible: a group with a number that never changes."""

    text: str
    names: tuple[str, ...]
    """The actions in it, as the rules call them."""


class Narrower:
    """Keeps the actions that agree with what was chosen so far.

    What all that are left have in common is never asked. When `GROUP` or fewer are left, each is a
    choice of its own, in the service's words.
    """

    def __init__(
        self,
        offers: Sequence[table_pb2.Offer],
        names: Sequence[str],
        standing: Sequence[Standing] = (),
    ) -> None:
        """The actions of the `standing` groups are apart from the answers to the question."""
        self.offers = tuple(offers)
        self._names = names
        self._standing = [
            Choice(group.text, tuple(offer for offer in self.offers if offer.name in group.names))
            for group in standing
        ]
        apart = {name for group in standing for name in group.names}
        self._answers = tuple(offer for offer in self.offers if offer.name not in apart)
        self._path: list[Choice] = []
        self._page = 0

    @property
    def left(self) -> tuple[table_pb2.Offer, ...]:
        """The actions that agree with the path."""
        return self._path[-1].offers if self._path else self.offers

    @property
    def path(self) -> list[str]:
        """What was chosen so far, in words."""
        return [choice.text for choice in self._path]

    @property
    def steps(self) -> list[str]:
        """What was chosen so far, for `follow`."""
        return [choice.key or choice.text for choice in self._path]

    @property
    def live(self) -> frozenset[str]:
        """The anchors that the actions left name."""
        return frozenset(
            param.anchor for offer in self.left for param in offer.params if param.anchor
        )

    def standing(self) -> list[tuple[int, Choice]]:
        """The groups that are apart, with their numbers; empty if no action is in any."""
        if not any(choice.offers for choice in self._standing):
            return []
        return list(enumerate(self._standing, start=STANDING_FROM))

    def choices(self) -> list[Choice]:
        """All answers to the present question, in the order of the legal list."""
        left = self.left if self._path else self._answers
        by_name = _groups(left, lambda offer: offer.name)
        if len(by_name) > 1:
            texts = [self._group_text(name, offers) for name, offers in by_name]
            return [
                self._named(name, offers, text if texts.count(text) == 1 else plain(name))
                for (name, offers), text in zip(by_name, texts, strict=True)
            ]
        if len(left) > GROUP:
            for name in dict.fromkeys(param.name for offer in left for param in offer.params):
                groups = _groups(left, partial(self._value, name))
                if len(groups) > 1:
                    return [self._valued(name, value, offers) for value, offers in groups]
        return [self._single(offer) for offer in left]

    def page(self) -> tuple[list[Choice], int]:
        """The choices shown now, at most `GROUP`, and how many more there are."""
        choices = self.choices()
        start = self._page * GROUP
        return choices[start : start + GROUP], max(0, len(choices) - start - GROUP)

    def choose(self, number: int) -> bool:
        """Takes the choice with this number (from 1) on the page, or of a group that is apart.

        Returns whether there is one. A group apart is chosen from anywhere: it begins a new path.
        """
        for group, choice in self.standing():
            if number == group and choice.offers:
                self.clear()
                self._path.append(choice)
                return True
        shown, _ = self.page()
        if not 1 <= number <= len(shown):
            return False
        self._path.append(shown[number - 1])
        self._page = 0
        return True

    def more(self) -> None:
        """Shows the next page of the choices; the first one after the last."""
        _, rest = self.page()
        self._page = self._page + 1 if rest else 0

    def find(self, words: str) -> int:
        """Keeps the actions of the whole list whose sentence or parameters hold all `words`.

        Returns how many; if there are none, nothing changes.
        """
        wanted = words.casefold().split()
        found = tuple(offer for offer in self.offers if self._holds(offer, wanted))
        if found:
            self.clear()
            self._path.append(Choice(f"/{words}" if words else "all", found))
        return len(found)

    def follow(self, steps: Sequence[str]) -> None:
        """Chooses again what was chosen before, as far as it still leads somewhere."""
        for step in steps:
            begins = [] if self._path else [choice for _, choice in self.standing()]
            known = (one for one in (*self.choices(), *begins) if one.offers)
            found = (choice for choice in known if step == (choice.key or choice.text))
            again = next(found, None)
            if again is None:
                return
            self._path.append(again)

    def back(self) -> bool:
        """Takes the last choice back; whether there was one."""
        self._page = 0
        if self._path:
            self._path.pop()
            return True
        return False

    def clear(self) -> None:
        """Takes all choices back."""
        self._path.clear()
        self._page = 0

    def _holds(self, offer: table_pb2.Offer, wanted: list[str]) -> bool:
        params = " ".join(
            f"{param.name} {arg_text(param.value, self._names)} {param.anchor}"
            for param in offer.params
        )
        text = f"{offer_text(offer, self._names)} {plain(offer.name)} {params}".casefold()
        return all(word in text for word in wanted)

    def _named(self, name: str, offers: tuple[table_pb2.Offer, ...], text: str) -> Choice:
        return self._single(offers[0]) if len(offers) == 1 else Choice(text, offers, plain(name))

    def _group_text(self, name: str, offers: tuple[table_pb2.Offer, ...]) -> str:
        """The words with which all sentences of a group begin; the action's name if there are none."""
        if not all(offer.HasField("label") for offer in offers):
            return plain(name)
        sentences = [offer_text(offer, self._names).split() for offer in offers]
        same = takewhile(lambda words: len(set(words)) == 1, zip(*sentences, strict=False))
        words = [first for first, *_ in same]
        return f"{' '.join(words)} ..." if words and len(offers) > 1 else plain(name)

    def _valued(self, name: str, value: str, offers: tuple[table_pb2.Offer, ...]) -> Choice:
        if len(offers) == 1:
            return self._single(offers[0])
        is_bare = value in ("yes", "no", "none") or value.lstrip("-").isdecimal()
        return Choice(f"{plain(name)} {value}" if is_bare else value, offers)

    def _single(self, offer: table_pb2.Offer) -> Choice:
        return Choice(offer_text(offer, self._names), (offer,))

    def _value(self, name: str, offer: table_pb2.Offer) -> str:
        values = [
            arg_text(param.value, self._names) for param in offer.params if param.name == name
        ]
        return ", ".join(values) if values else "none"


def _groups(
    offers: Sequence[table_pb2.Offer], key: Callable[[table_pb2.Offer], str]
) -> list[tuple[str, tuple[table_pb2.Offer, ...]]]:
    """The offers by key, in order of first appearance."""
    found: dict[str, list[table_pb2.Offer]] = {}
    for offer in offers:
        found.setdefault(key(offer), []).append(offer)
    return [(name, tuple(group)) for name, group in found.items()]
