"""`ludoteca archive` where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_cli.archive import list_files
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from pathlib import Path


def test_a_place_that_was_never_an_archive_is_not_listed_as_an_empty_one(tmp_path: Path) -> None:
    """A mistyped address looks like that, and so does a directory that is not mounted."""
    config = tmp_path / "config.toml"
    config.touch()
    with pytest.raises(Failure, match=r"no archive at .*mistyped"):
        list_files(["--config", str(config), "--archive", str(tmp_path / "mistyped")])
