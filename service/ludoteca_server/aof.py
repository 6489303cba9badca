"""The append-only file after a power cut: some file systems leave zeros behind its last bytes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER = "appendonlydir"
_MANIFEST = "appendonly.aof.manifest"
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Cut:
    """What was cut off."""

    file: Path
    zeros: int
    """Bytes cut."""
    size: int
    """Bytes left."""

    def __str__(self) -> str:
        return (
            f"{self.zeros} zero bytes were cut from the end of {self.file}, left there by a power cut; "
            f"{self.size} bytes of events stay."
        )


def cut_zeros(data_dir: Path) -> Cut | None:
    """Cuts zeros off the end of the append-only file in use, before the store starts.

    The store refuses to start on them, and they are never part of an event: a whole command ends with a
    line break, and a torn one is dropped by the store itself.
    """
    file = _newest(data_dir / _FOLDER)
    if file is None:
        return None
    with file.open("r+b") as opened:
        size = opened.seek(0, os.SEEK_END)
        end = size
        while end:
            start = max(end - _BLOCK, 0)
            opened.seek(start)
            kept = len(opened.read(end - start).rstrip(b"\0"))
            end = start + kept
            if kept:
                break
        if end == size:
            return None
        opened.truncate(end)
        opened.flush()
        os.fsync(opened.fileno())
    return Cut(file, size - end, end)


def _newest(folder: Path) -> Path | None:
    """The incremental file that the manifest names last."""
    try:
        lines = (folder / _MANIFEST).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return None
    for line in reversed(lines):
        words = line.split()  # file NAME seq N type i
        named = dict(zip(words[::2], words[1::2], strict=False))
        if named.get("type") == "i" and "file" in named:
            file = folder / named["file"]
            return file if file.is_file() else None
    return None
