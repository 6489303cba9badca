"""Which crate may lean on which (style: dependencies run downwards only)."""

from __future__ import annotations

import json
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.tree import ROOT

OURS = {
    "ludoteca-rules": set(),
    "ludoteca-wire": {"ludoteca-rules"},
    "ludoteca-words": {"ludoteca-rules"},
    "ludoteca-py": {"ludoteca-rules", "ludoteca-wire", "ludoteca-words"},
    "ludoteca-sim": {"ludoteca-rules", "ludoteca-wire", "ludoteca-words"},
    "ludoteca-load": set(),
}
ONLY_IN = {
    "pyo3": {"ludoteca-py"},
    "prost": {"ludoteca-wire", "ludoteca-sim", "ludoteca-load"},
    "prost-types": {"ludoteca-wire", "ludoteca-sim", "ludoteca-load"},
    "fluent-bundle": {"ludoteca-words"},
}
BELOW_RULES = {"pyo3", "prost", "tokio", "rand", "chrono", "time", "getrandom", "fluent-bundle"}
RULES_DIRECT = {
    "arrayvec",
    "blake3",
    "chacha20",
    "postcard",
    "serde",
    "serde_json",
    "thiserror",
    "toml",
}


@cache
def metadata() -> dict[str, Any]:
    """What cargo knows of the workspace."""
    done = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--locked"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def members() -> dict[str, dict[str, Any]]:
    """The packages of the workspace by name."""
    ids = set(metadata()["workspace_members"])
    return {package["name"]: package for package in metadata()["packages"] if package["id"] in ids}


def direct(package: dict[str, Any]) -> set[str]:
    """Names of what a package itself names as its dependencies, for tests apart."""
    return {row["name"] for row in package["dependencies"] if row["kind"] in (None, "build")}


def below(name: str) -> set[str]:
    """Names of all packages under one, through normal dependencies only."""
    nodes = {node["id"]: node for node in metadata()["resolve"]["nodes"]}
    names = {package["id"]: package["name"] for package in metadata()["packages"]}
    todo, seen = [members()[name]["id"]], set()
    while todo:
        current = todo.pop()
        if current in seen:
            continue
        seen.add(current)
        todo += [
            edge["pkg"]
            for edge in nodes[current]["deps"]
            if any(kind["kind"] is None for kind in edge["dep_kinds"])
        ]
    return {names[found] for found in seen} - {name}


def test_the_workspace_has_the_five_crates() -> None:
    assert set(members()) == set(OURS)


@pytest.mark.parametrize("crate", sorted(OURS))
def test_a_crate_leans_only_on_those_below_it(crate: str) -> None:
    ours = {name for name in direct(members()[crate]) if name.startswith("ludoteca-")}
    assert ours <= OURS[crate], f"{crate} leans on {sorted(ours - OURS[crate])}"


@pytest.mark.parametrize("outside", sorted(ONLY_IN))
def test_an_outside_crate_is_used_in_its_one_place(outside: str) -> None:
    users = {name for name, package in members().items() if outside in direct(package)}
    assert users <= ONLY_IN[outside], f"{outside} is used by {sorted(users - ONLY_IN[outside])}"
    assert users, f"nobody uses {outside}: take it out of Cargo.toml and of this list"


def test_the_rules_use_only_plain_crates() -> None:
    extra = direct(members()["ludoteca-rules"]) - RULES_DIRECT
    assert not extra, f"ludoteca-rules uses {sorted(extra)}"


def test_nothing_impure_lies_below_the_rules() -> None:
    found = below("ludoteca-rules") & BELOW_RULES
    assert not found, f"below ludoteca-rules lies {sorted(found)}"


def test_the_load_generator_is_no_default_member() -> None:
    defaults = metadata()["workspace_default_members"]
    assert members()["ludoteca-sim"]["id"] not in defaults
    assert members()["ludoteca-load"]["id"] not in defaults


def test_every_crate_is_linted_pedantically() -> None:
    for name, package in members().items():
        manifest = tomllib.loads(Path(package["manifest_path"]).read_text(encoding="utf-8"))
        lints = manifest["lints"]
        own = lints.get("clippy", {}).get("pedantic", {})
        # The door cannot forbid unsafe code, which pyo3's macros write: it has lints of its own.
        assert lints.get("workspace") or own.get("level") == "warn", name
