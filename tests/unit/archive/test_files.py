"""The archive in memory, in a directory and in a bucket; places that fail, hang and are not there."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from fsspec.implementations.local import LocalFileSystem
from fsspec.implementations.memory import MemoryFile, MemoryFileSystem
from fsspec.registry import _registry

from ludoteca_server.archive import logfile
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.model.errors import ArchiveAway
from tests.unit.archive.buckets import HERE, Buckets
from tests.unit.archive.contract import EVENTS, OTHER, TABLE, ArchiveContract, log_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


class TestMemoryArchive(ArchiveContract):
    @pytest.fixture
    async def archive(self) -> AsyncIterator[FileArchive]:
        self.files = MemoryFileSystem()
        self.files.store.clear()
        archive = FileArchive("memory://somewhere")
        yield archive
        await archive.close()

    def write(self, archive: FileArchive, path: str, data: bytes | None) -> None:
        self.files.pipe_file(f"/somewhere/{path}", data)

    def paths(self, archive: FileArchive) -> list[str]:
        return [path.removeprefix("/somewhere/") for path in self.files.find("/somewhere")]

    def age(self, archive: FileArchive, path: str) -> None:
        self.files.store[f"/somewhere/{path}"].modified = datetime.fromtimestamp(0, UTC)


class TestDirectoryArchive(ArchiveContract):
    @pytest.fixture
    async def archive(self, tmp_path: Path) -> AsyncIterator[FileArchive]:
        self.root = tmp_path / "archive"
        archive = FileArchive(str(self.root))
        yield archive
        await archive.close()

    def write(self, archive: FileArchive, path: str, data: bytes | None) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data or b"")

    def paths(self, archive: FileArchive) -> list[str]:
        files = (path for path in self.root.rglob("*") if path.is_file())
        return sorted(str(path.relative_to(self.root)) for path in files)

    def age(self, archive: FileArchive, path: str) -> None:
        os.utime(self.root / path, (0, 0))

    async def test_it_is_private(self, archive: FileArchive) -> None:
        await archive.put(TABLE, log_of(EVENTS))
        assert self.root.stat().st_mode & 0o077 == 0

    async def test_everything_is_on_the_disk_before_it_counts(
        self, archive: FileArchive, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The file before its name, the name and every new folder before the answer."""
        story: list[str] = []
        really, really_mv = os.fsync, LocalFileSystem.mv

        def fsync(fd: int) -> None:
            story.append(os.path.relpath(os.readlink(f"/proc/self/fd/{fd}"), self.root))
            really(fd)

        def mv(self: LocalFileSystem, old: str, new: str) -> None:
            story.append("mv")
            really_mv(self, old, new)

        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(LocalFileSystem, "mv", mv)
        await archive.put(TABLE, log_of(EVENTS))
        unfinished, renamed, *folders = story
        assert unfinished.startswith("unfinished/")
        assert (renamed, folders) == ("mv", ["logs/aa", "logs", "."])
        story.clear()
        await archive.put(TABLE, log_of(EVENTS))
        assert story == [f"logs/aa/{TABLE}.log.zst", "logs/aa", "logs", "."]


class TestBucketArchive(ArchiveContract):
    @pytest.fixture
    async def archive(self, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FileArchive]:
        monkeypatch.setitem(_registry, "s3", Buckets)
        Buckets.empty()
        archive = FileArchive(HERE)
        yield archive
        await archive.close()

    def write(self, archive: FileArchive, path: str, data: bytes | None) -> None:
        Buckets.store.pop(f"/games/{path}", None)
        Buckets().pipe_file(f"{HERE}/{path}", data)

    def paths(self, archive: FileArchive) -> list[str]:
        return [path.removeprefix("/games/") for path in Buckets.store]

    def age(self, archive: FileArchive, path: str) -> None:
        Buckets.store[f"/games/{path}"].modified = datetime.fromtimestamp(0, UTC)

    async def test_a_mistyped_bucket_is_not_made(self, archive: FileArchive) -> None:
        mistyped = FileArchive("s3://gmaes/finished")
        with pytest.raises(ArchiveAway, match="no such bucket"):
            await mistyped.begin("first")
        with pytest.raises(ArchiveAway, match="no such bucket"):
            await mistyped.put(TABLE, log_of(EVENTS))
        assert Buckets.made == {"games"}
        await mistyped.close()

    async def test_what_others_wrote_is_there_though_its_folder_was_listed_before(
        self, archive: FileArchive
    ) -> None:
        other = TABLE[:2] + OTHER[2:-1] + "1"
        await archive.put(TABLE, log_of(EVENTS))
        assert [file.table_id async for file in archive.files()] == [TABLE]
        Buckets.store[f"/games/logs/aa/{other}.log.zst"] = MemoryFile(
            None, None, logfile.pack(other, log_of(EVENTS, other))
        )
        assert await archive.read(other) == log_of(EVENTS, other)


@pytest.mark.parametrize(
    "error",
    [
        PermissionError(13, "Permission denied"),
        PermissionError("The key AKIASECRET does not exist"),
        KeyError("x"),
    ],
)
async def test_whatever_fails_means_that_the_archive_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> bytes:
        raise error

    archive = FileArchive(f"file://{tmp_path}")
    await archive.put(TABLE, log_of(EVENTS))
    with monkeypatch.context() as patch:
        patch.setattr(LocalFileSystem, "cat_file", fail)
        for call in (archive.read(TABLE), archive.name(), archive.put(TABLE, log_of(EVENTS))):
            with pytest.raises(
                ArchiveAway, match=r"Permission denied|credentials|KeyError"
            ) as caught:
                await call
            assert "SECRET" not in str(caught.value)
    assert len(await archive.read(TABLE)) == len(EVENTS), "and then it is back"
    await archive.close()


async def test_an_archive_that_hangs_holds_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def hang(*_: object) -> bytes:
        go_on.wait()
        raise FileNotFoundError

    monkeypatch.setattr(LocalFileSystem, "cat_file", hang)
    archive = FileArchive(str(tmp_path), timeout_s=0.05)
    answers = await asyncio.gather(
        *(archive.read(TABLE) for _ in range(10)), return_exceptions=True
    )
    assert all(isinstance(answer, ArchiveAway) for answer in answers)
    go_on.set()
    await archive.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
def test_an_archive_that_hangs_does_not_keep_a_process_from_its_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ludoteca-archive.json")  # nobody ever writes to it
    asked = (
        "import asyncio, sys\n"
        "from ludoteca_server.archive.files import FileArchive\n"
        "asyncio.run(FileArchive(sys.argv[1], timeout_s=0.05).name())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "has not answered" in done.stderr


async def test_what_is_written_wrong_is_never_given_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = FileArchive(str(tmp_path))
    monkeypatch.setattr(LocalFileSystem, "cat_file", lambda *_: b"something else")
    with pytest.raises(ArchiveAway, match="give back"):
        await archive.put(TABLE, log_of(EVENTS))
    assert not (tmp_path / "logs").exists()
    await archive.close()


@pytest.mark.parametrize("url", ["nowhere://x", "hdfs9://host"])
def test_an_address_that_nothing_reaches_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="rotocol"):
        FileArchive(url)


def test_a_password_is_never_shown() -> None:
    archive = FileArchive("memory://ana:secret@host/place?key=secret")
    assert "secret" not in archive.where
