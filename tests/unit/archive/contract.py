"""What every archive keeps: run against one in memory and one in a directory alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_server.archive import logfile
from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import EMPTY, Entry
from ludoteca_server.model.errors import CorruptLog

if TYPE_CHECKING:
    from ludoteca_server.archive.files import FileArchive

TABLE = "aa" + "0" * 24
OTHER = "ab" + "0" * 24
EVENTS = [f"event {number} ".encode() * (number % 7) for number in range(1, 41)]


def log_of(events: list[bytes], table: str = TABLE) -> list[Entry]:
    """Events as a log has them."""
    ids = chain.links(table, EMPTY, events)
    return [Entry(entry_id, event) for entry_id, event in zip(ids, events, strict=True)]


class ArchiveContract:
    """Needs the fixture `archive`: an empty one. Its `write` puts any bytes in the place of a file."""

    def write(self, archive: FileArchive, path: str, data: bytes | None) -> None:
        raise NotImplementedError

    def paths(self, archive: FileArchive) -> list[str]:
        raise NotImplementedError

    async def test_it_has_no_name_until_it_is_begun(self, archive: FileArchive) -> None:
        assert await archive.name() is None
        await archive.begin("first")
        assert await archive.name() == "first"

    async def test_a_log_comes_back_as_it_went(self, archive: FileArchive) -> None:
        entries = log_of(EVENTS)
        size = await archive.put(TABLE, entries)
        assert await archive.read(TABLE) == entries
        assert [tuple(file) async for file in archive.files()] == [(TABLE, size)]
        assert await archive.read(OTHER) == []
        assert [path for path in self.paths(archive) if "unfinished/" in path] == []

    async def test_a_log_is_put_twice_without_harm(self, archive: FileArchive) -> None:
        entries = log_of(EVENTS)
        assert await archive.put(TABLE, entries) == await archive.put(TABLE, entries)
        assert await archive.read(TABLE) == entries

    async def test_tables_are_listed_in_order(self, archive: FileArchive) -> None:
        names = [f"{first}{second}{'0' * 24}" for first in "cab" for second in "21"]
        for name in names:
            await archive.put(name, log_of(EVENTS[:3], name))
        assert [file.table_id async for file in archive.files()] == sorted(names)

    async def test_a_longer_log_takes_the_place_of_its_beginning(
        self, archive: FileArchive
    ) -> None:
        await archive.put(TABLE, log_of(EVENTS[:20]))
        await archive.put(TABLE, log_of(EVENTS))
        assert await archive.read(TABLE) == log_of(EVENTS)

    @pytest.mark.parametrize("length", [39, 40, 41])
    async def test_another_history_is_never_overwritten(
        self, archive: FileArchive, length: int
    ) -> None:
        entries = log_of(EVENTS)
        await archive.put(TABLE, entries)
        fork = log_of([*EVENTS[:30], b"fork", *EVENTS, *EVENTS][:length])
        with pytest.raises(CorruptLog, match="another history"):
            await archive.put(TABLE, fork)
        assert await archive.read(TABLE) == entries

    async def test_a_damaged_file_is_never_read_as_a_log(self, archive: FileArchive) -> None:
        entries = log_of(EVENTS)
        good = logfile.pack(TABLE, entries)
        path = f"logs/aa/{TABLE}.log.zst"
        await archive.put(TABLE, entries)
        plain = logfile.decompress(good)
        bad = [
            b"",
            good[:-1],
            good + b"x",
            good[: len(good) // 2],
            *(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :] for at in range(5, len(good), 7)),
            *(
                logfile.compress(plain[:at] + bytes([plain[at] ^ 1]) + plain[at + 1 :])
                for at in range(0, len(plain), 31)
            ),
            logfile.pack(TABLE, entries[:-1]),
            logfile.pack(OTHER, log_of(EVENTS, OTHER)),
            logfile.compress(b"[]\n"),
            logfile.compress(b"no line"),
        ]
        for number, data in enumerate(bad):
            self.write(archive, path, data)
            try:
                got = await archive.read(TABLE)
            except CorruptLog:
                continue
            assert got in (entries, entries[:-1]), f"damage {number}"
        await archive.put(TABLE, entries)
        assert await archive.read(TABLE) == entries, "the store's whole log replaces a damaged file"

    async def test_content_is_kept_by_its_hash(self, archive: FileArchive) -> None:
        assert await archive.content(b"h") is None
        await archive.keep_content(b"h", b"text" * 1000)
        await archive.keep_content(b"h", b"text" * 1000)
        assert await archive.content(b"h") == b"text" * 1000

    async def test_only_old_unfinished_files_are_swept(self, archive: FileArchive) -> None:
        assert await archive.sweep() == 0
        self.write(archive, "unfinished/new", b"half")
        self.write(archive, "unfinished/old", b"half")
        self.age(archive, "unfinished/old")
        assert await archive.sweep() == 1
        assert "unfinished/new" in self.paths(archive)
        assert "unfinished/old" not in self.paths(archive)

    def age(self, archive: FileArchive, path: str) -> None:
        raise NotImplementedError
