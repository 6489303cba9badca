"""What the parts of El Burro's screen share: the view, its things by name, and how they are marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style

from ludoteca.el_burro.v1 import el_burro_pb2
from ludoteca_tui.frame import PLAIN, Piece, joined, styled
from ludoteca_tui.look import CHANGED, INK, LIVE, MUTED, PAPER, STRONG, fill
from ludoteca_tui.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.text import Text

    from ludoteca_tui.scene import Scene

GOODS: dict[str, Piece] = {
    "olive": ("Ol", fill("#84b589", INK)),
    "grain": ("Gn", fill("#feef8f", INK)),
    "grape": ("Gp", fill("#543185", PAPER)),
    "pig": ("Pg", fill("#faacd1", INK)),
    "food": ("FD", fill("#f56e02", INK)),
    "wine": ("WN", fill("#520e23", PAPER)),
    "meat": ("MT", fill("#a93123", PAPER)),
    "upgraded_good": ("Up", Style(reverse=True)),
    "silver": ("$", STRONG),
    "worker": ("@", STRONG),
}


@dataclass(frozen=True)
class Sight:
    """A view of El Burro, and how its things look in it."""

    scene: Scene
    view: el_burro_pb2.View

    def player(self, seat: int | None) -> el_burro_pb2.Player | None:
        """What is seen of a seat."""
        return next((player for player in self.view.players if player.seat == seat), None)

    @property
    def own(self) -> el_burro_pb2.Player | None:
        """The viewer's seat; None for the public."""
        return self.player(self.scene.seat)

    @property
    def shown(self) -> el_burro_pb2.Player | None:
        """The seat whose farm lies on the board: the viewer's; for the public, one that acts."""
        acting = next(iter(self.view.actors), 0)
        return self.own or self.player(acting) or next(iter(self.view.players), None)

    def mark(self, anchor: str) -> Piece:
        """The sign that a thing can be chosen."""
        return ("!" if anchor in self.scene.live else "", LIVE)

    def style(self, anchor: str, otherwise: Style = PLAIN) -> Style:
        """How a thing is written: whether it has just changed."""
        return CHANGED if anchor in self.scene.changed else otherwise

    def thing(self, anchor: str, text: str, otherwise: Style = PLAIN) -> list[Piece]:
        """A thing's text, marked."""
        return [self.mark(anchor), (text, self.style(anchor, otherwise))]

    def marking(self, owner: int, target: str, number: int, needs: str, *, filled: bool) -> Text:
        """One marking of a target: `o Gp $2!`, or `x Gp` once it is filled."""
        anchor = f"marking {owner}/{target}/{number}"
        row: list[Piece] = [("x " if filled else "o ", self.style(anchor, STRONG))]
        row += [(needs, MUTED)] if filled else chips(needs)
        return joined([*row, self.mark(anchor)])

    def markings(
        self,
        owner: int,
        target: str,
        markings: Sequence[el_burro_pb2.Marking],
        filled: Sequence[bool],
    ) -> list[Text]:
        """All markings of a target, in order."""
        states = [*filled, *[False] * (len(markings) - len(filled))]
        return [
            self.marking(owner, target, number, needed(marking.needs), filled=state)
            for number, (marking, state) in enumerate(zip(markings, states, strict=False))
        ]


def sight(scene: Scene) -> Sight | None:
    """What a scene shows of El Burro; None before the start."""
    state = scene.state()
    return Sight(scene, state) if isinstance(state, el_burro_pb2.View) else None


def chip(good: str) -> Piece:
    """The letters of a good, of silver or of a worker."""
    return GOODS.get(good, (good[:2].title(), Style(reverse=True)))


def needed(goods: Iterable[str]) -> str:
    """Some goods in letters, equal ones counted: `Gp $2`."""
    counts: dict[str, int] = {}
    for good in goods:
        counts[chip(good)[0]] = counts.get(chip(good)[0], 0) + 1
    return " ".join(f"{letters}{count if count > 1 else ''}" for letters, count in counts.items())


def chips(needs: str) -> list[Piece]:
    """What `needed` wrote, in the colours of the goods."""
    colours = dict(GOODS.values())
    row: list[Piece] = []
    for word in needs.split():
        letters = word.rstrip("0123456789")
        row += [(" " if row else "", PLAIN), (word, colours.get(letters, PLAIN))]
    return row


def named(name: str, identity: str) -> str:
    """What a thing is called; where the view gives no name, its id in words."""
    return name or plain(identity).capitalize()


def donkey_slots(
    player: el_burro_pb2.Player,
) -> list[tuple[str, el_burro_pb2.DonkeyCard, int]]:
    """A seat's open donkey cards of this round: slot, card, and what boosted it."""
    slots = []
    if player.HasField("siesta_card"):
        slots.append(("siesta", player.siesta_card, player.boosted_siesta))
    if player.HasField("donkey_card"):
        slots.append(("donkey", player.donkey_card, player.boosted_donkey))
    return slots


def rule(sight: Sight, title: str, width: int, rest: str = "") -> Text:
    """The line above a part of the board."""
    flat = sight.scene.look.box[4]
    line = styled(flat * 2, MUTED).append(f" {title} ", STRONG)
    if rest and line.cell_len + len(rest) + 2 <= width:
        line.append(f" {rest} ", MUTED)
    return line.append(flat * max(0, width - line.cell_len), MUTED)


def sum_of(numbers: Sequence[int], hidden: int = 0) -> str:
    """Some numbers and their sum: `3+4=7`; a `?` for each that is hidden."""
    terms = "+".join([*(str(number) for number in numbers), *["?"] * hidden])
    if len(numbers) + hidden < 2:
        return terms or "-"
    return f"{terms}={sum(numbers)}{'+' if hidden else ''}"
