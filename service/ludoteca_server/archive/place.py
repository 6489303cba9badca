"""A directory or a bucket: the few things an archive asks of a file system, on the disk before they return."""

from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypedDict

import fsspec.core
from fsspec.dircache import DirCache
from fsspec.implementations.local import LocalFileSystem

if TYPE_CHECKING:
    from collections.abc import Iterator


_OF_BUCKETS = frozenset(
    {"abfs", "abfss", "az", "gcs", "gs", "oci", "ocilake", "oss", "s3", "s3a", "tos", "tosfs"}
)
"""Where a folder is a part of a name. Asking for one makes a bucket, if its name is mistyped."""


class _Listed(TypedDict):
    """What fsspec tells of a file."""

    name: str
    type: str
    size: int | None


class Place:
    """Paths below one root. Its methods block, and raise whatever the file system raises."""

    def __init__(self, url: str) -> None:
        """Raises ValueError: no such kind of place, or the package for it is missing."""
        try:
            self._files, root = fsspec.core.url_to_fs(url)
        except (ImportError, TypeError) as error:
            raise ValueError(str(error)) from error
        self._root = root.rstrip("/")
        self._files.dircache = DirCache(use_listings_cache=False)  # others write here too
        self._is_local = isinstance(self._files, LocalFileSystem)
        kinds = self._files.protocol
        self._has_buckets = not _OF_BUCKETS.isdisjoint(
            (kinds,) if isinstance(kinds, str) else kinds
        )
        self.shown = _shown(url)

    def read(self, path: str) -> bytes | None:
        """A whole file; None if there is none."""
        try:
            data: bytes = self._files.cat_file(self._at(path))
        except FileNotFoundError:
            return None
        return data

    def write(self, path: str, data: bytes) -> None:
        """Writes a file that nobody reads yet."""
        self._make_folder_of(path)
        with self._files.open(self._at(path), "wb") as file:
            file.write(data)
            if self._is_local:
                file.flush()
                os.fsync(file.fileno())

    def rename(self, old: str, new: str) -> None:
        """Gives a file its name, in one step where the file system has that; one of that name is replaced."""
        self._make_folder_of(new)
        self._files.mv(self._at(old), self._at(new))
        self._sync_folders_of(new)

    def make_durable(self, path: str) -> None:
        """Sees to it that a file that is there stays there."""
        if self._is_local:
            _sync(self._at(path))
            self._sync_folders_of(path)

    def folders(self, path: str) -> list[str]:
        """The names of the folders in one, in order."""
        return sorted(name for name, info in self._list(path) if info["type"] == "directory")

    def sizes(self, path: str) -> list[tuple[str, int]]:
        """The files in a folder and their sizes, in order."""
        return sorted(
            (name, info["size"] or 0) for name, info in self._list(path) if info["type"] == "file"
        )

    def remove_older(self, path: str, than_s: float) -> bool:
        """Removes a file that was last written before then."""
        try:
            if self._files.modified(self._at(path)).timestamp() >= than_s:
                return False
            self._files.rm_file(self._at(path))
        except FileNotFoundError:  # another one was faster
            return False
        return True

    def _list(self, path: str) -> Iterator[tuple[str, _Listed]]:
        self._files.invalidate_cache(self._at(path))
        try:
            found = self._files.ls(self._at(path), detail=True)
        except FileNotFoundError:
            return
        for info in found:
            yield PurePosixPath(info["name"]).name, info

    def _make_folder_of(self, path: str) -> None:
        if self._has_buckets:
            return
        folder = self._at(path).rpartition("/")[0]
        if self._is_local:  # private: logs hold hashes of tokens
            os.makedirs(self._root, mode=0o700, exist_ok=True)
        self._files.makedirs(folder, exist_ok=True)

    def _sync_folders_of(self, path: str) -> None:
        """A new name is on the disk when its folder is; and a new folder when the one above it is."""
        if self._is_local:
            folder = self._at(path).rpartition("/")[0]
            while len(folder) >= len(self._root):
                _sync(folder)
                folder = folder.rpartition("/")[0]

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}"


def _sync(path: str) -> None:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _shown(url: str) -> str:
    """An address without users, passwords and parameters, also where a password was not written as a URL asks."""
    kind, is_url, rest = url.partition("://")
    if not is_url:
        return url
    before, at, behind = rest.rpartition("@")
    is_user = at and (":" in before or "/" not in before)
    place = behind if is_user else rest
    return f"{kind}://{place.partition('?')[0].partition('#')[0]}"
