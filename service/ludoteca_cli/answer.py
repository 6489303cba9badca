"""How commands answer: tables for people, JSON for programs, and progress while one waits."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console
    from rich.table import Table


WIDTH_OF_A_FILE = 120


def console() -> Console:
    """The terminal, or plain text where the output goes elsewhere.

    Brackets and colons are what they are: names of tables and people come from strangers.
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() else WIDTH_OF_A_FILE
    return Console(highlight=False, markup=False, emoji=False, width=width)


def as_json(answer: object) -> None:
    """Prints an answer for programs, on standard output and nothing else there."""
    print(json.dumps(answer, ensure_ascii=False, indent=2))


def grid(title: str | None, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table; columns whose cells all start with a digit are set to the right."""
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(columns):
        cells = [row[place] for row in rows if row[place]]
        numbers = bool(cells) and all(cell[0].isdigit() or cell[0] in "<-+" for cell in cells)
        table.add_column(name, justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


@contextmanager
def progress(what: str) -> Iterator[Callable[[str], None]]:
    """Shows that something goes on, on standard error; the value given renames it."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    shown = Console(stderr=True, highlight=False)
    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda text: bar.update(task, description=text)
