"""`Archive` on anything that fsspec reaches: a directory, S3 and its like, SFTP and more."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ludoteca_server.archive import logfile
from ludoteca_server.archive.place import Place
from ludoteca_server.archive.threads import LooseThreads
from ludoteca_server.model.archived import ArchivedFile
from ludoteca_server.model.errors import ArchiveAway, CorruptLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from ludoteca_server.model.entry import Entry

    T = TypeVar("T")

_NAME = "ludoteca-archive.json"
_LOGS = "logs"
_CONTENT = "content"
_UNFINISHED = "unfinished"
_SUFFIX = ".log.zst"
_AT_ONCE = 4
_WRITE_TAKES = 6
"""Writing a file, reading it back and renaming it is so many times the work of reading one."""
_STALE_S = 3_600.0
"""An unfinished file of this age belongs to a writer that will not come back to it."""


class FileArchive:
    """A file a log, `logs/<first two letters>/<table id>.log.zst`.

    A file is written under another name, read back, and renamed; so whatever has its name is whole. The calls of
    a file system block, and one that hangs must not hold the worker: they run in threads of their own.
    """

    def __init__(self, url: str, *, timeout_s: float = 10.0) -> None:
        """`timeout_s` is for one file to be read. Raises ValueError: no such kind of place, or the package for it is missing."""
        self._place = Place(url)
        self.where = self._place.shown
        self._timeout_s = timeout_s
        self._threads = LooseThreads(_AT_ONCE, "archive")

    async def name(self) -> str | None:
        """The name it was given; see the port."""
        data = await self._run(lambda: self._place.read(_NAME))
        if data is None:
            return None
        try:
            return str(json.loads(data)["name"])
        except (ValueError, KeyError, TypeError) as error:
            raise ArchiveAway(f"{_NAME} in the archive at {self.where} cannot be read.") from error

    async def begin(self, name: str) -> None:
        """Gives it a name; see the port."""
        data = json.dumps({"format": logfile.FORMAT, "name": name}).encode()
        await self._run(lambda: self._write(_NAME, data), _WRITE_TAKES)

    async def put(self, table_id: str, entries: Sequence[Entry]) -> int:
        """Keeps a log; see the port."""

        def put() -> int:
            path = _path(table_id)
            there = self._whole(table_id, path)
            if there is not None and len(there) >= len(entries):
                if list(there) != list(entries):
                    raise CorruptLog(
                        f"The archive at {self.where} holds another history of table {table_id}.",
                        table_id,
                        len(entries),
                    )
                self._place.make_durable(path)  # its writer may have died before it did that
            elif there is not None and list(there) != list(entries[: len(there)]):
                raise CorruptLog(
                    f"The archive at {self.where} holds another history of table {table_id}.",
                    table_id,
                    len(there),
                )
            else:
                self._write(path, logfile.pack(table_id, entries))
            data = self._place.read(path)
            if data is None or logfile.unpack(table_id, data) != list(entries):
                raise ArchiveAway(f"The archive at {self.where} does not give back what it got.")
            return len(data)

        return await self._run(put, _WRITE_TAKES)

    async def read(self, table_id: str) -> list[Entry]:
        """A whole log; see the port."""

        def read() -> list[Entry]:
            data = self._place.read(_path(table_id))
            return [] if data is None else logfile.unpack(table_id, data)

        return await self._run(read)

    async def files(self) -> AsyncIterator[ArchivedFile]:
        """Every log; see the port."""
        for folder in await self._run(partial(self._place.folders, _LOGS)):
            for name, size in await self._run(partial(self._place.sizes, f"{_LOGS}/{folder}")):
                if name.endswith(_SUFFIX):
                    yield ArchivedFile(name.removesuffix(_SUFFIX), size)

    async def sweep(self) -> int:
        """Removes what was left half written; see the port."""

        def sweep() -> int:
            old = time.time() - _STALE_S
            return sum(
                self._place.remove_older(f"{_UNFINISHED}/{name}", old)
                for name, _ in self._place.sizes(_UNFINISHED)
            )

        return await self._run(sweep)

    async def keep_content(self, content_hash: bytes, text: bytes) -> None:
        """Keeps a content file; see the port."""

        def keep() -> None:
            path = _content(content_hash)
            if self._place.read(path) is None:
                self._write(path, logfile.compress(text))

        await self._run(keep, _WRITE_TAKES)

    async def content(self, content_hash: bytes) -> bytes | None:
        """A content file; see the port."""
        data = await self._run(lambda: self._place.read(_content(content_hash)))
        try:
            return None if data is None else logfile.decompress(data)
        except ValueError:
            return None

    async def close(self) -> None:
        """Lets go of it; calls that hang are left behind."""
        self._threads.close()

    def _whole(self, table_id: str, path: str) -> list[Entry] | None:
        """The log that is there; None if there is none, or a damaged one that the store's whole log replaces."""
        data = self._place.read(path)
        try:
            return None if data is None else logfile.unpack(table_id, data)
        except CorruptLog:
            return None

    def _write(self, path: str, data: bytes) -> None:
        """Gives a file its name once it is whole and, where that can be had, on the disk."""
        unfinished = f"{_UNFINISHED}/{secrets.token_hex(8)}"
        self._place.write(unfinished, data)
        if self._place.read(unfinished) != data:
            raise ArchiveAway(f"The archive at {self.where} does not give back what it got.")
        self._place.rename(unfinished, path)

    async def _run(self, work: Callable[[], T], times: int = 1) -> T:
        """Does the work in a thread; what a file system of anybody's raises means that the archive is away."""
        done = self._threads.run(work)
        done.add_done_callback(_seen)
        within_s = times * self._timeout_s
        await asyncio.wait([done], timeout=within_s)
        if not done.done():
            done.cancel()
            raise ArchiveAway(
                f"The archive at {self.where} has not answered for {within_s:.0f} s. Retry later."
            )
        error = done.exception()
        if error is None:
            return done.result()
        if isinstance(error, CorruptLog | ArchiveAway):
            raise error
        raise ArchiveAway(
            f"The archive at {self.where} fails: {_reason(error)}. Retry later."
        ) from error


def _reason(error: BaseException) -> str:
    """Why, without what a file system may say of paths and keys. Object storage's errors have no number."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, FileNotFoundError):
        return "there is no such bucket or folder"
    if isinstance(error, PermissionError):
        return "it refuses the credentials, or what was asked with them"
    return type(error).__name__


def _seen(done: asyncio.Future[T]) -> None:
    """Takes note of an error that nobody waits for any more."""
    if not done.cancelled():
        done.exception()


def _path(table_id: str) -> str:
    return f"{_LOGS}/{table_id[:2]}/{table_id}{_SUFFIX}"


def _content(content_hash: bytes) -> str:
    return f"{_CONTENT}/{content_hash.hex()}.toml.zst"
