"""Golden records come back byte for byte through the extension, and show every state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludoteca.v1.record_service_pb2 import VerifyRecordResponse
from ludoteca_core import Library

GOLDEN = Path(__file__).parents[3] / "tests" / "golden"
RECORDS = sorted(GOLDEN.rglob("*.jsonl"))


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def test_there_are_golden_records() -> None:
    assert {path.parent.name for path in RECORDS} == {
        "burgenland",
        "buurn",
        "el_burro",
        "el_gaucho",
    }


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_r23_a_golden_record_comes_back_byte_for_byte(library: Library, path: Path) -> None:
    record = path.read_bytes()
    found = VerifyRecordResponse.FromString(library.verify_record(record))
    assert found.ok, found.failure
    events = library.import_record(record)
    assert library.export_record(events, None) == record
    table, _ = library.replay(events)
    lines = [json.loads(line) for line in record.splitlines()]
    assert table.digest().hex() == found.final_digest == lines[-1]["digest"]
    for line in lines[1 :: max(1, len(lines) // 10)]:
        shown = json.loads(library.show_record(record, line["seq"], "all"))
        assert shown["digest"] == line["digest"]
