"""What lies in the middle of El Burro's table: dice, round tiles, siesta, goals, reward tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_tui.frame import PLAIN, Piece, flow, joined, styled
from ludoteca_tui.games.el_burro_sight import GOODS, chip, donkey_slots, sum_of
from ludoteca_tui.look import MUTED, STRONG, seat_letter
from ludoteca_tui.scene import badge
from ludoteca_tui.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from ludoteca_tui.games.el_burro_sight import Sight

TRACK_CELL = 3


def middle(sight: Sight, width: int) -> list[Text]:
    """Round tile, dice with the rondel's bonuses, siesta, stable, goals, decks."""
    parts = (
        ("ROUND", _rounds(sight)),
        ("DICE", _dice(sight)),
        ("SIESTA", _siesta(sight)),
        ("DONKEYS", _donkey_cards(sight)),
        ("GOALS", _goals(sight)),
        ("DECKS", _decks(sight)),
    )
    lines: list[Text] = []
    for head, items in parts:
        if items:
            lines += flow(styled(f" {head:<8}", STRONG), items, width)
    return lines


def _rounds(sight: Sight) -> list[Text]:
    """The tile of this round with its text, then what will come."""
    items: list[Text] = []
    for tile in sight.view.round_tiles:
        name = f"{tile.round} {plain(tile.id).capitalize()}"
        row = sight.thing(f"round_tile {tile.id}", name, STRONG if tile.active else MUTED)
        if tile.active:
            items.append(joined([*row, (f": {tile.text}", PLAIN)]))
        elif tile.round > sight.view.round:
            items.append(joined(row))
    return items


def _dice(sight: Sight) -> list[Text]:
    """Each face: how many dice show it, what it does, and its bonus."""
    bonuses = sight.view.rondel.bonuses
    items = []
    for dice in sight.view.dice:
        row = sight.thing(f"die {dice.face}", f"[{dice.face}]", STRONG if dice.count else MUTED)
        count = f"x{dice.count} " if dice.count else "-- "
        bonus = bonuses[dice.face - 1] if 0 < dice.face <= len(bonuses) else ""
        row += [(count, STRONG if dice.count else MUTED), (dice.text, PLAIN)]
        items.append(joined([*row, (f" + {bonus}" if bonus else "", MUTED)]))
    if sight.view.HasField("community_die"):
        row = [("left for all: ", MUTED)]
        row += sight.thing(f"die {sight.view.community_die}", f"[{sight.view.community_die}]")
        items.append(joined(row))
    return items


def _siesta(sight: Sight) -> list[Text]:
    """The markers from the top down, with what their position pays."""
    view = sight.view
    texts = {space.space: space.text for space in view.siesta_track}
    by_seat = {player.seat: player for player in view.players}
    items: list[Text] = []
    before: int | None = None
    for seat in view.siesta_order:
        place = by_seat[seat].siesta if seat in by_seat else 0
        who: list[Piece] = [badge(seat)]
        if seat in view.siesta_rewards:
            who.append((f" (reward {list(view.siesta_rewards).index(seat) + 1})", MUTED))
        if place == before:
            items[-1].append(" ").append_text(joined(who))
            continue
        pays = f" ({texts[place]})" if texts.get(place) else ""
        head = sight.style(f"siesta {seat}", STRONG)
        items.append(joined([(f"{place}", head), (pays, MUTED), (" ", PLAIN), *who]))
        before = place
    return items


def _donkey_cards(sight: Sight) -> list[Text]:
    """Each seat's cards of this round and the values in its stable."""
    items = []
    for player in sight.view.players:
        values = [card.value for card in player.stable_cards]
        row: list[Piece] = [badge(player.seat)]
        for slot, card, plus in donkey_slots(player):
            row.append((f" {slot} {card.value}{f'+{plus}' if plus else ''}", PLAIN))
        if player.chosen:
            row.append((" chosen", STRONG))
        row.append((f" stable {sum_of(values, player.stable_hidden)}", PLAIN))
        items.append(joined(row))
    if any(sight.view.stable_prestige):
        places = " ".join(str(one) for one in sight.view.stable_prestige)
        items.append(styled(f"the stable brings {places}", MUTED))
    return items


def _goals(sight: Sight) -> list[Text]:
    """The general achievements with who has them, and the tiles at the prestige track."""
    items = []
    for goal in sight.view.general:
        name = plain(goal.id.removeprefix("general_"))
        row = [("#", STRONG), *sight.thing(f"achievement {goal.id}", name, STRONG)]
        row += [(f" {goal.text}:", PLAIN), *_seats(goal.claimed_by)]
        items.append(joined(row))
    for tile in sight.view.prestige_tiles:
        row = [(f"at {tile.at}* ", STRONG)]
        row += sight.thing(f"tile {tile.bonus_tile}", plain(tile.bonus_tile).capitalize())
        items.append(joined([*row, (":", PLAIN), *_seats(tile.used_by)]))
    return items


def _seats(seats: Iterable[int]) -> list[Piece]:
    row: list[Piece] = []
    for seat in seats:
        row += [(" ", PLAIN), badge(seat)]
    return row or [(" -", MUTED)]


def _decks(sight: Sight) -> list[Text]:
    """The cards that can be drawn, and those thrown away."""
    view = sight.view
    row: list[Text] = []
    for deck, count in (("normal", view.pool.normal), ("special", view.pool.special)):
        gone = sum(card.deck == deck for card in view.discards)
        name = joined(sight.thing(f"deck {deck}", f"{deck} {count}"))
        row.append(name.append(f" ({gone} discarded)", MUTED) if gone else name)
    return row


def rewards(sight: Sight) -> list[Text]:
    """The reward tracks: a column each, a row for each seat, who scores, and the links."""
    tracks = sight.view.tracks
    if not tracks:
        return []
    heads: list[Piece] = [("   ", PLAIN)]
    widths = []
    for track in tracks:
        letters = [chip(good) for good in track.id.split("_") if good in GOODS]
        letters = letters or [(track.id[:2].title(), STRONG)]
        mark, _ = sight.mark(f"track {track.id}")
        size = max(TRACK_CELL + 1, sum(len(text) + 1 for text, _ in letters) + 1)
        widths.append(size)
        row = [piece for letter in letters for piece in (("/", MUTED), letter)][1:]
        used = len(mark) + sum(len(text) for text, _ in row)
        heads += [(" " * (size - used) + mark, STRONG), *row]
    lines = [joined(heads)]
    for player in sight.view.players:
        steps = {position.track: position.space for position in player.rewards}
        row = [(" ", PLAIN), badge(player.seat)]
        for track, size in zip(tracks, widths, strict=True):
            anchor = f"track {player.seat}/{track.id}"
            row.append((f"{steps.get(track.id, 0):>{size}}", sight.style(anchor)))
        lines.append(joined(row))
    marks: list[Piece] = [(" end", STRONG)]
    for number, (track, size) in enumerate(zip(tracks, widths, strict=True)):
        held = "".join(seat_letter(seat) for seat in track.scoring_marks)
        cell = held + "." * (track.markings - len(held))
        marks.append((f"{cell:>{size - (0 if number else 1)}}", STRONG))
    return [*lines, joined(marks), *_links(sight, widths)]


def _links(sight: Sight, widths: list[int]) -> list[Text]:
    """What a track and its left neighbour bring together, below it."""
    brings = {link.second: link.prestige for link in sight.view.connections}
    if not brings:
        return []
    row: list[Piece] = [("   ", PLAIN)]
    for track, size in zip(sight.view.tracks, widths, strict=True):
        text = f"={brings[track.id]}=" if track.id in brings else ""
        row.append((f"{text:>{size}}", MUTED))
    return [joined(row)]


def scores(sight: Sight) -> list[tuple[str, list[int]]]:
    """The final scoring: a row for each source with the prestige of every seat; empty before the end."""
    players = sight.view.players
    rows: dict[str, list[int]] = {}
    for column, player in enumerate(players):
        for row in player.score_rows:
            rows.setdefault(plain(row.source), [0] * len(players))[column] += row.prestige
    return list(rows.items())
