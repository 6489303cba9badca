"""The data directory of an embedded store: one owner at a time, and where to find it."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import os
import signal
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca_server.model.durability import Durability

_LOCK = "ludoteca.lock"
_INFO = "ludoteca.json"
_SOCKET_PATH_MAX = 100
"""A Unix socket's path has 104 bytes on macOS, 108 on Linux."""

_ORPHAN_ENDS_WITHIN_S = 10.0
_POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs on a data directory, as its info file tells."""

    pid: int
    address: str = ""
    """HOST:PORT for gRPC; empty while it is starting."""
    tls: bool = False
    store: str = ""
    """The embedded store's URL; empty if the store is not embedded."""
    store_pid: int = 0
    workers: list[int] = field(default_factory=list)
    """Process ids."""
    metrics: str = ""
    """HOST:PORT for Prometheus; empty if there are no metrics."""
    durability: Durability | None = None
    """The level in force; None while it is starting."""

    def as_json(self) -> str:
        """The content of the info file."""
        return json.dumps(asdict(self))


class DataDirInUse(LudotecaError):
    """Another server owns the data directory."""

    reason = "data_dir_in_use"

    def __init__(self, path: Path, running: Running | None) -> None:
        self.running = running
        where = f" at {running.address}" if running is not None and running.address else ""
        who = f"by the server with process id {running.pid}{where}" if running else "by a server"
        super().__init__(
            f"The data directory {path} is in use {who}. Stop that server, or name another directory with --data-dir."
        )


class DataDir:
    """A data directory that this process owns until it and the store that inherited the lock are gone."""

    def __init__(self, path: Path, lock_fd: int) -> None:
        self.path = path
        self.lock_fd = lock_fd

    @classmethod
    async def own(cls, path: Path) -> DataDir:
        """Takes the directory, made if need be.

        A store whose supervisor was killed is given the time to end: it holds the lock a moment longer.

        Raises:
            DataDirInUse: another server has it.
            OSError: it cannot be made or written.
        """
        lock_fd = _open_lock(path)
        try:
            await _lock(path, lock_fd)
        except BaseException:
            os.close(lock_fd)
            raise
        owned = cls(path, lock_fd)
        owned.tell(Running(pid=os.getpid()))
        return owned

    def tell(self, running: Running) -> None:
        """Writes who runs here, for `running`."""
        write_whole(self.path / _INFO, running.as_json())

    def socket_path(self) -> Path:
        """Where the store listens: a short path that follows from the directory's."""
        name = hashlib.sha256(str(self.path.resolve()).encode()).hexdigest()[:16] + ".sock"
        given = os.environ.get("XDG_RUNTIME_DIR")
        if given and len(given) + len(name) + 10 < _SOCKET_PATH_MAX and os.access(given, os.W_OK):
            folder = Path(given) / "ludoteca"
        else:
            folder = Path(tempfile.gettempdir()) / f"ludoteca-{os.getuid()}"
            if len(str(folder)) + len(name) + 1 >= _SOCKET_PATH_MAX:
                folder = Path("/tmp") / f"ludoteca-{os.getuid()}"  # noqa: S108  # owner is checked
        folder.mkdir(mode=0o700, exist_ok=True)
        state = folder.lstat()
        if folder.is_symlink() or state.st_uid != os.getuid() or state.st_mode & 0o077:
            raise PermissionError(0, "is not yours alone: remove it", str(folder))
        return folder / name

    def release(self) -> None:
        """Gives the directory up; the store has to be gone."""
        with suppress(FileNotFoundError):
            (self.path / _INFO).unlink()
        os.close(self.lock_fd)


def running(path: Path) -> Running | None:
    """The server that runs on a data directory, if one does."""
    try:
        probe = os.open(path / _LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None  # nobody's, or none of ours
    try:
        fcntl.flock(probe, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _info(path)
    finally:
        os.close(probe)
    return None


def write_whole(path: Path, text: str) -> None:
    """Writes a small file so that readers see all of it or the one before."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(text + "\n", encoding="utf-8")
    fresh.replace(path)


def _info(path: Path) -> Running | None:
    try:
        return Running(**json.loads((path / _INFO).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _open_lock(path: Path) -> int:
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return os.open(path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


async def _lock(path: Path, lock_fd: int) -> None:
    """Takes the lock; waits for the store of a dead supervisor."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    told = False
    while True:
        try:
            fcntl.flock(lock_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = _info(path)
            if owner is not None and _lives(owner.pid):
                raise DataDirInUse(path, owner) from None
            waited = loop.time() - start
            if waited > _ORPHAN_ENDS_WITHIN_S:
                raise DataDirInUse(path, owner) from None
            if waited > 1.0 and owner is not None and owner.store_pid and not told:
                told = True  # no PDEATHSIG on this system: the store is told here
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(owner.store_pid, signal.SIGTERM)
            await asyncio.sleep(_POLL_S)
        else:
            return


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
