"""The project's own files: what git tracks or would track."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REGISTRY = "core-rs/rules/src/registry.rs"
CODE = (".rs", ".py", ".pyi", ".proto", ".sh", ".lua", ".ftl")


@cache
def files() -> tuple[str, ...]:
    """Every file of the project, as paths from its root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


@cache
def text(name: str) -> str:
    """The content of one file."""
    return (ROOT / name).read_text(encoding="utf-8")


def is_generated(name: str) -> bool:
    """Generated code is what its source says, whatever that looks like."""
    return name.startswith("proto/gen/") or name.endswith(".lock")


def code() -> list[str]:
    """Every file that people wrote in a programming language."""
    return [name for name in files() if name.endswith(CODE) and not is_generated(name)]


@cache
def games() -> tuple[str, ...]:
    """The ids of the games on offer, from the registry."""
    rows = re.findall(r"\$crate::(\w+)::\w+,", text(REGISTRY))
    assert rows, f"{REGISTRY} names no game"
    return tuple(rows)


@cache
def game_folders() -> tuple[str, ...]:
    """The ids of all games that have rules, on offer or not yet."""
    found = (re.fullmatch(r"core-rs/rules/src/(\w+)/mod\.rs", name) for name in files())
    names = {match[1] for match in found if match}
    return tuple(sorted(name for name in names if f"core-rs/rules/src/{name}/rules.md" in files()))


def without_comments(name: str) -> list[tuple[int, str]]:
    """The numbered lines of a file, without what follows a comment sign and without docstrings."""
    python = name.endswith((".py", ".pyi"))
    sign = "#" if python or name.endswith(".sh") else "//"
    prose = _docstrings(name) if python else set()
    lines = enumerate(text(name).splitlines(), 1)
    return [(number, line.split(sign, 1)[0]) for number, line in lines if number not in prose]


def _docstrings(name: str) -> set[int]:
    """The lines of a Python file that are bare strings: prose."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text(name))):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found
