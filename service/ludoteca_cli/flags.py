"""The flags of the commands that know every setting, made of the settings: they are said in one place."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_server.settings import Settings, config_file, load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_UNITS = ("s", "ms", "bytes", "port")
EPILOG = (
    "Every flag is also an environment variable (LUDOTECA_DATA_DIR) and a line of the configuration file"
    " (data_dir = ...), in this order."
)


def parse(
    command: str, about: str, arguments: Sequence[str], switches: Mapping[str, str] | None = None
) -> tuple[Settings, set[str]]:
    """The settings in force, and which of the command's own switches were given.

    Exits with 2 on wrong usage. Raises BadSettings.
    """
    return _read(_parser(command, about, switches or {}), arguments, switches or {})[:2]


def parse_named(
    command: str, about: str, arguments: Sequence[str], switches: Mapping[str, str], named: str
) -> tuple[Settings, set[str], list[str]]:
    """As `parse`, for a command about some things that stand beside its flags: at least one `named`."""
    parser = _parser(command, about, switches)
    parser.add_argument("things", metavar=named, nargs="+")
    return _read(parser, arguments, switches)


def _read(
    parser: argparse.ArgumentParser, arguments: Sequence[str], switches: Mapping[str, str]
) -> tuple[Settings, set[str], list[str]]:
    given = vars(parser.parse_args(arguments))
    chosen = {name for name in switches if given.pop(name)}
    config, things = given.pop("config"), given.pop("things", [])
    return load(given, config), chosen, things


def _is_count(name: str) -> bool:
    """Whether a setting's value is a number of what its name says, and not of a unit at its end."""
    last = name.rsplit("_", 1)[-1]
    return Settings.model_fields[name].annotation is int and last not in _UNITS


def _parser(command: str, about: str, switches: Mapping[str, str]) -> argparse.ArgumentParser:
    """Knows every setting; their values are checked later, all in one way."""
    made = argparse.ArgumentParser(
        prog=f"ludoteca {command}", description=about, epilog=EPILOG, allow_abbrev=False
    )
    for name, explained in switches.items():
        made.add_argument(f"--{name}", action="store_true", help=explained)
    made.add_argument(
        "--config", type=Path, metavar="FILE", help=f"Configuration file. [{config_file()}]"
    )
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True)
        shown = "" if default in (None, {}) else f" [{default}]"
        made.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="N" if _is_count(name) else name.rsplit("_", 1)[-1].upper(),
            help=f"{field.description}{shown}".replace("%", "%%"),
        )
    return made
