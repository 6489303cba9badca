"""The screen of a table as lines of text: header, prompt, board, seats, log, own things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca.v1 import table_pb2
from ludoteca_tui.frame import beside, box, fit, joined, wrap
from ludoteca_tui.games import races
from ludoteca_tui.journal import run_entry, runs
from ludoteca_tui.look import MUTED, STRONG, YOURS
from ludoteca_tui.scene import Spread, badge
from ludoteca_tui.words import sentence_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_tui.frame import Piece
    from ludoteca_tui.journal import Journal
    from ludoteca_tui.look import Look
    from ludoteca_tui.scene import Boxes, Renderer, Scene

LEFT, RIGHT = 82, 38
NAME_CELLS = 9
WAITING = "prompt-wait"
"""The key of the sentence that says no more than who is waited for."""
LOG_EVENTS = 80
"""No log on the screen is longer."""


def header(scene: Scene, renderer: Renderer, line: str) -> list[Text]:
    """The first line, or two where it is narrow: game, table, the game's own numbers, the line to the service."""
    table = scene.table
    pieces: list[Piece] = [(f" {table.game.replace('_', ' ').upper()} ", YOURS)]
    if table.name:
        pieces.append((f'  "{table.name}"', STRONG))
    pieces += [(f"   {fact}", MUTED) for fact in renderer.facts(scene)]
    pieces += _clocks(scene)
    if policy := audience(table):
        pieces.append((f"   {policy}", MUTED))
    if line:
        pieces.append((f"   {line}", MUTED))
    return _rows(pieces, scene.look)


def _rows(pieces: list[Piece], look: Look) -> list[Text]:
    """The pieces in as many lines as they need; each begins with a blank of its own."""
    rows = [Text()]
    for text, style in pieces:
        if rows[-1].cell_len and rows[-1].cell_len + len(text) > look.width:
            rows.append(Text(" "))
        rows[-1].append(text, style)
    return [fit(row, look.width, look) for row in rows]


def _clocks(scene: Scene) -> list[Piece]:
    """What each seat has left of its time; that of a seat that thinks stands out."""
    pieces: list[Piece] = []
    for clock in scene.table.clocks:
        runs = clock.HasField("since_ms")
        left = f"{minutes(scene.left_ms(clock))}{' ..' if runs else ''}"
        pieces += [("   ", MUTED), badge(clock.seat), (f" {left}", STRONG if runs else MUTED)]
    return pieces


def audience(table: table_pb2.Table) -> str:
    """What those see who hold no seat, where that is not everything at once; empty once the table is over."""
    if table.lifecycle not in (table_pb2.LIFECYCLE_OPEN, table_pb2.LIFECYCLE_PLAYING):
        return ""
    policy = table.spectators
    if policy.off:
        return "no spectators"
    if policy.delay_moves:
        return f"spectators: {policy.delay_moves} moves late"
    if policy.delay_seconds:
        return f"spectators: {policy.delay_seconds} s late"
    return ""


def minutes(ms: int) -> str:
    """Some time as 9:05 or 1:02:03; what is begun of a second counts as one."""
    seconds = -(-ms // 1000)
    hours, minutes_left = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes_left:02}:{seconds % 60:02}"
    return f"{minutes_left}:{seconds % 60:02}"


def prompt(scene: Scene) -> Text:
    """The second line: whose decision it is, and what it is."""
    table = scene.table
    names = scene.names()
    if table.lifecycle == table_pb2.LIFECYCLE_OPEN:
        free = sum(not info.held for info in table.seats)
        wait = f".. Waiting for {free} more to take a seat." if free else ".. All seats are taken."
        return Text(wait, STRONG)
    if table.lifecycle != table_pb2.LIFECYCLE_PLAYING:
        return Text("-- The table is over.", STRONG)
    acting = [info.seat for info in table.seats if info.to_act]
    asked = sentence_text(scene.view.prompt, names) if scene.view.HasField("prompt") else ""
    if not acting:
        return Text(f".. {asked or 'Waiting for the clock.'}", STRONG)
    if scene.seat in acting:
        others = [names[seat] for seat in acting if seat != scene.seat]
        also = f" ({', '.join(others)} also)" if others else ""
        left = [minutes(scene.left_ms(own)) for own in table.clocks if own.seat == scene.seat]
        time = f" [{left[0]}]" if left else ""
        return joined([(f">> YOUR TURN{also}{time}:", YOURS), (f" {asked}", STRONG)])
    pieces: list[Piece] = [(".. Waiting for ", STRONG)]
    for number, seat in enumerate(acting):
        pieces += [(", " if number else "", STRONG), badge(seat), (f" {names[seat]}", STRONG)]
    if asked and scene.view.prompt.key != WAITING:
        pieces.append((f": {asked}", STRONG))
    return joined(pieces)


def seats(scene: Scene, renderer: Renderer) -> list[Text]:
    """The table of the seats; `>>` marks who has to act."""
    heads = renderer.seat_columns(scene)
    rows = [(info, renderer.seat_cells(scene, info.seat)) for info in scene.table.seats]
    widths = [
        max([len(head), *(len(cells[column]) for _, cells in rows)]) + 1
        for column, head in enumerate(heads)
    ]
    head_line = " " * (5 + NAME_CELLS) + _cells(heads, widths)
    lines = [Text(head_line, MUTED)] if heads else []
    for info, cells in rows:
        mark = ">>" if info.to_act else "  "
        name = Text(
            scene.name(info.seat) if info.held or info.vacated else "free",
            STRONG if info.seat == scene.seat else "",
        )
        state = " gone" if info.vacated else " bot" if info.bot and not heads else ""
        line = joined([(mark, STRONG), badge(info.seat), (" ", MUTED)])
        line.append_text(fit(name, NAME_CELLS if heads else name.cell_len, scene.look))
        lines.append(line.append(_cells(cells, widths) + state))
    return lines


def log(scene: Scene, journal: Journal, width: int, height: int) -> list[Text]:
    """The last entries of the log that fit."""
    lines: list[Text] = []
    names = scene.names()
    last = journal.last(LOG_EVENTS)
    for run in reversed(runs(last, counts_of(scene))):
        lines = run_entry(run, names, scene.look, width, brief=True) + lines
        if len(lines) >= height:
            break
    return lines[-height:] if height > 0 else []


def counts_of(scene: Scene) -> Callable[[table_pb2.Notice], bool]:
    """Which events of the table do nothing but call a number."""
    known = races(scene.table.game)
    return lambda notice: known is not None and known.only_counts([notice])


def table_lines(scene: Scene, renderer: Renderer, journal: Journal) -> list[Text]:
    """Board, seats and log: side by side where there is room, else one below the other."""
    look = scene.look
    if look.width < LEFT + RIGHT:
        width = look.width
        lines = box("BOARD", renderer.board(scene, width - 2), width, look)
        lines += box("SEATS", seats(scene, renderer), width, look)
        for title, part in aside(scene, renderer, width - 2):
            lines += box(title, part, width, look)
        return lines
    board = box("BOARD", renderer.board(scene, LEFT - 2), LEFT, look)
    places = box("SEATS", seats(scene, renderer), RIGHT, look)
    for title, part in aside(scene, renderer, RIGHT - 2):
        places += box(title, part, RIGHT, look)
    height = max(8, len(board) - len(places))
    entries = log(scene, journal, RIGHT - 2, height - 2)
    return beside(board, places + box("LOG", entries, RIGHT, look, height), look)


def aside(scene: Scene, renderer: Renderer, width: int) -> Boxes:
    """What the game has beside its board."""
    return renderer.aside(scene, width) if isinstance(renderer, Spread) else []


def whole(scene: Scene, renderer: Renderer, journal: Journal, line: str = "") -> list[Text]:
    """Everything but the actions."""
    return [
        *header(scene, renderer, line),
        *wrap(prompt(scene), scene.look.width, 3, scene.look),
        *table_lines(scene, renderer, journal),
        *renderer.mine(scene),
    ]


def _cells(cells: list[str], widths: list[int]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
