"""The words that can be typed, besides numbers and actions."""

from __future__ import annotations

COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "help": (("?", "h"), "what can be typed"),
    "board": ((), "the whole screen again"),
    "undo": (
        ("u",),
        "take your last action back, while nothing was shown since; undo all: as far as you may",
    ),
    "log": (("l",), "the last events; log 50, log all"),
    "rules": (("r",), "the rules; rules 7.3: one section"),
    "check": ((), "what an action would do, or why it cannot be done: check NAME PARAMETERS"),
    "farm": ((), "farm B: the farm of seat B, in a game that has farms"),
    "glossary": ((), "what tiles, tracks and spaces say, where the board has only their names"),
    "who": (("w",), "who sits where"),
    "seed": ((), "the commitment to the shuffles, and how to verify them"),
    "ask": ((), "ask off: no question before what cannot be taken back; ask on; ask always"),
    "resign": ((), "give the game up"),
    "quit": (("q", "exit"), "leave; your seat is kept"),
}
_NAMES = {word: name for name, (aliases, _) in COMMANDS.items() for word in (name, *aliases)}


def command(line: str) -> tuple[str, str] | None:
    """The command a line begins with, and the rest of the line."""
    first, _, rest = line.strip().partition(" ")
    name = _NAMES.get(first.casefold())
    return (name, rest.strip()) if name is not None else None


def help_lines() -> list[str]:
    """Everything that can be typed."""
    lines = [
        " A number takes the choice with that number. What is decided is sent at once, unless it",
        " cannot be taken back: then you are asked once.",
        "   /            every legal action; /c4 wall: those whose sentence has these words",
        "   b            one choice back          m   more choices",
        "   start_build wall c3_west border",
        "                an action in the words of the rules; if it is not legal you hear why",
    ]
    lines += [
        "   grab purchase",
        "                in a race: a hand on a totem, with the number on the screen; guard: holds",
        "                false starts back, or lets them through. A terminal has a key for each.",
    ]
    for name, (aliases, what) in COMMANDS.items():
        words = ", ".join((name, *aliases))
        lines.append(f"   {words:<12} {what}")
    return lines
