"""Errors that were foreseen become a sentence; defects do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_cli.failure import Failure, sentence_of
from ludoteca_client.errors import ServerAway
from ludoteca_core import BadRecord, Library
from ludoteca_server.model.errors import StoreAway

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "error", [Failure("Do this."), ServerAway("Do this.", "away"), StoreAway("Do this.")]
)
def test_a_foreseen_error_says_its_sentence(error: Exception) -> None:
    assert sentence_of(error) == "Do this."


def test_an_error_of_the_core_says_its_sentence() -> None:
    with pytest.raises(BadRecord) as caught:
        Library().verify_record(b"Dear Ana,\n")
    assert sentence_of(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "gone.jsonl").read_bytes()
    assert "gone.jsonl" in (sentence_of(caught.value) or "")


def test_a_defect_has_no_sentence() -> None:
    assert sentence_of(KeyError("x")) is None
