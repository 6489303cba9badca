"""The flags of `ludoteca serve`, made of the settings: what can be set is said in one place."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_server.settings import Settings, config_file

if TYPE_CHECKING:
    from collections.abc import Sequence

ABOUT = (
    "Serve tables. Without --redis a Valkey is embedded: its data is kept in the data directory and every"
    " acknowledged action survives a power cut."
)
EPILOG = (
    "Every flag is also an environment variable (LUDOTECA_DATA_DIR) and a line of the configuration file"
    " (data_dir = ...), in this order."
)


def parser() -> argparse.ArgumentParser:
    """Knows every setting; their values are checked later, all in one way."""
    made = argparse.ArgumentParser(
        prog="ludoteca serve", description=ABOUT, epilog=EPILOG, allow_abbrev=False
    )
    made.add_argument(
        "--config", type=Path, metavar="FILE", help=f"Configuration file. [{config_file()}]"
    )
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True)
        shown = "" if default is None else f" [{default}]"
        made.add_argument(
            f"--{name.replace('_', '-')}",
            metavar=name.rsplit("_", 1)[-1].upper(),
            help=f"{field.description}{shown}".replace("%", "%%"),
        )
    return made


def parse(arguments: Sequence[str]) -> tuple[dict[str, object], Path | None]:
    """The settings given as flags, and the configuration file. Exits with 2 on wrong usage."""
    given = vars(parser().parse_args(arguments))
    config = given.pop("config")
    return given, config
