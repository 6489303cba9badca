"""Sizes, names and leftovers: what linters do not look at."""

from __future__ import annotations

import ast
import re
from pathlib import PurePosixPath

import pytest

from tests.architecture.tree import code, files, is_generated, text

LONGEST_FILE = 800
LONGEST_FUNCTION = 70
BAD_NAMES = {"utils", "util", "helpers", "helper", "manager", "misc", "common", "data2", "stuff"}
UNFINISHED = re.compile(
    r"\b(TODO|FIXME|XXX|HACK|todo!|unimplemented!|pytest\.skip|mark\.skip\b|mark\.xfail)|#\[ignore"
)
THIS = "tests/architecture/test_files.py"


def python_packages() -> list[str]:
    """The Python modules that ship."""
    return [name for name in code() if name.startswith(("service/", "clients/python/"))]


@pytest.mark.parametrize("name", code())
def test_a_file_has_a_size_that_can_be_read(name: str) -> None:
    lines = text(name).count("\n")
    assert lines <= LONGEST_FILE, f"{name} has {lines} lines"


def test_a_function_fits_on_a_screen() -> None:
    found = []
    for name in code():
        if not name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(text(name))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    found.append(f"{name}:{node.lineno}: {node.name} has {length} lines")
    assert not found, "\n".join(found)


def test_no_file_has_a_name_that_says_nothing() -> None:
    found = [
        name
        for name in files()
        if not is_generated(name)
        and BAD_NAMES & {part.split(".")[0] for part in PurePosixPath(name).parts}
    ]
    assert not found


def test_nothing_is_left_unfinished() -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name in code()
        if name != THIS
        for number, line in enumerate(text(name).splitlines(), 1)
        if UNFINISHED.search(line) and not re.search(r"issue \d+|#\d+", line)
    ]
    assert not found, "\n".join(found)


def test_an_ignored_type_error_names_its_code() -> None:
    found = [
        f"{name}:{number}"
        for name in code()
        if name != THIS
        for number, line in enumerate(text(name).splitlines(), 1)
        if "type: ignore" in line and not re.search(r"type: ignore\[[\w, -]+\]", line)
    ]
    assert not found


def rust_roots() -> list[str]:
    """Files that cargo builds by itself: libraries, programs, tests, examples."""
    pattern = re.compile(
        r"core-rs/\w+(/load)?/(src/(lib|main)\.rs|build\.rs|src/bin/[^/]+\.rs|src/bin/[^/]+/main\.rs"
        r"|(tests|benches|examples)/[^/]+\.rs|(tests|benches|examples)/[^/]+/main\.rs)"
    )
    return [name for name in files() if pattern.fullmatch(name)]


def children(name: str) -> list[str]:
    """The files that one Rust file declares as its modules."""
    path = PurePosixPath(name)
    beside = path.name in ("lib.rs", "main.rs", "mod.rs", "build.rs") or name in rust_roots()
    base = path.parent if beside else path.parent / path.stem
    found: list[str] = []
    source = text(name)
    for given in re.findall(r'#\[path = "([^"]+)"\]', source):
        parts: list[str] = []
        for part in (path.parent / given).parts:
            if part == "..":
                parts.pop()
            elif part != ".":
                parts.append(part)
        found.append("/".join(parts))
    for module in re.findall(r"^\s*(?:pub(?:\([a-z :]+\))? )?mod (\w+);", source, re.M):
        found += [str(base / f"{module}.rs"), str(base / module / "mod.rs")]
    return found


def test_every_rust_file_is_part_of_a_crate() -> None:
    todo, seen = rust_roots(), set()
    while todo:
        name = todo.pop()
        if name in seen or name not in files():
            continue
        seen.add(name)
        todo += children(name)
    dead = {name for name in code() if name.endswith(".rs")} - seen
    assert not dead, f"no crate declares {sorted(dead)}"


def module_of(name: str) -> str:
    """The dotted name of a shipped Python file."""
    inside = re.sub(r"^(service|clients/python)/", "", name).removesuffix(".py")
    return inside.replace("/", ".").removesuffix(".__init__")


def imported() -> set[str]:
    """Every dotted name that some Python file or setting of the project mentions as a module."""
    found: set[str] = set()
    for name in code():
        if not name.endswith(".py"):
            continue
        package = (
            module_of(name) if name.endswith("__init__.py") else module_of(name).rpartition(".")[0]
        )
        for node in ast.walk(ast.parse(text(name))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    above = package.split(".")[: len(package.split(".")) - node.level + 1]
                    base = ".".join([*above, base] if base else above)
                found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)  # importlib, `python -m`
    found |= set(re.findall(r'"([\w.]+):\w+"', text("pyproject.toml")))
    return found


def test_every_python_module_is_used() -> None:
    known = imported()
    dead = [
        name
        for name in python_packages()
        if name.endswith(".py")
        and not name.endswith(("__init__.py", "__main__.py"))
        and module_of(name) not in known
    ]
    assert not dead, f"nobody imports {dead}"


def test_nothing_built_is_committed() -> None:
    built = re.compile(
        r"\.(so|pyd|pyc|whl|o|a|rlib|log|aof|rdb)$|(^|/)(target|node_modules|\.venv)/"
    )
    assert not [name for name in files() if built.search(name)]
