"""The workers of a server: started by exec, never forked, and started again when they die."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import structlog

from ludoteca_server.children import dies_with_parent
from ludoteca_server.model.errors import LudotecaError
from ludoteca_server.reports import Line

if TYPE_CHECKING:
    from collections.abc import Callable

JOB = "LUDOTECA_WORKER"
"""The environment variable in which a worker finds what to do."""

EXIT_HOPELESS = 78
"""A worker ends with this status (EX_CONFIG) where another try would end alike."""

_DEATHS_AT_START_MAX = 3
_BACK_OFF_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_STEADY_AFTER_S = 10.0
_SERVES_WITHIN_S = 60.0
"""A worker that has not said so long after its start that it serves hangs; it takes two seconds or so."""
_HANGS = (
    "It has not said in time that it serves: it is killed and started anew. What it waits for may be said above; else "
    "look whether a disk that holds its files (content, TLS) hangs, and whether the machine is out of processor or memory."
)

_QUIET = {"GRPC_VERBOSITY": "ERROR"}
"""gRPC would write a line of its own, whatever the log's format, for every handshake that a stranger fails."""

_log = structlog.get_logger(__name__)


class NoWorker(LudotecaError):
    """Workers die before they serve."""

    reason = "no_worker"


class _Life(NamedTuple):
    """How a worker ended."""

    status: int
    served: bool
    hung: bool = False


class Crew:
    """So many workers, kept alive until they are drained."""

    def __init__(
        self,
        count: int,
        settings_json: str,
        changed: Callable[[list[int]], None],
        *,
        reporting: bool = False,
    ) -> None:
        """`changed` gets the process ids of those that serve, whenever one begins to or ends.

        `reporting`: workers can be asked for reports.
        """
        self._count = count
        self._settings = json.loads(settings_json)
        self._changed = changed
        self._processes: dict[int, asyncio.subprocess.Process] = {}
        self._serving: dict[int, int] = {}
        self._reporting = reporting
        self._lines: dict[int, Line] = {}
        self.deaths = 0
        """Workers that ended and were not asked to."""
        self._keepers: list[asyncio.Task[None]] = []
        self._deaths_at_start = 0
        self._ever_served = False
        self._draining = asyncio.Event()
        self._successors: dict[int, asyncio.Future[None]] = {}
        """Places whose worker was asked to go; done when the next one serves."""

    def start(self) -> list[asyncio.Task[None]]:
        """Starts all; each task keeps one alive, and fails with NoWorker if that is hopeless."""
        self._keepers = [
            asyncio.create_task(self._keep(slot), name=f"worker {slot}")
            for slot in range(self._count)
        ]
        return self._keepers

    @property
    def serving(self) -> int:
        """How many serve now."""
        return len(self._serving)

    async def reports(self, within_s: float) -> dict[str, bytes | None]:
        """What every worker says of itself, by name; None for one that is dead or too slow."""
        lines = {slot: self._lines[slot] for slot in self._serving if slot in self._lines}
        told = await asyncio.gather(*(line.ask(within_s) for line in lines.values()))
        found = dict(zip(lines, told, strict=True))
        return {_name(slot): found.get(slot) for slot in range(self._count)}

    async def roll(self, within_s: float) -> bool:
        """Replaces the workers that serve, one by one: the next one goes only when a successor serves.

        A worker that takes longer than `within_s` to finish its calls is killed. Returns whether all were
        replaced: where a successor does not serve, the others stay as they are.
        """
        for slot, pid in sorted(self._serving.items()):
            process = self._processes.get(slot)
            if self._draining.is_set() or process is None or process.pid != pid:
                continue  # it died by itself: its successor is new anyway
            successor = asyncio.get_running_loop().create_future()
            self._successors[slot] = successor
            try:
                await _end(process, within_s)
                async with asyncio.timeout(_SERVES_WITHIN_S):
                    await successor
            except TimeoutError:
                _log.error(
                    "rolling_stopped",
                    slot=slot,
                    why="the new worker does not serve: its own words are above",
                )
                return False
            finally:
                del self._successors[slot]
        return not self._draining.is_set()

    async def drain(self, within_s: float, hurry: asyncio.Event) -> None:
        """Lets every worker finish its calls; kills those that take too long, or all on `hurry`."""
        self._draining.set()
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.terminate()
        ending = asyncio.gather(*self._keepers, return_exceptions=True)
        hurrying = asyncio.create_task(hurry.wait())
        hurrying.add_done_callback(lambda _: self._kill())
        await asyncio.wait([ending], timeout=within_s)
        hurrying.cancel()
        self._kill()
        await ending

    def _kill(self) -> None:
        for process in self._processes.values():
            _log.warning("worker_killed", pid=process.pid)
            with suppress(ProcessLookupError):
                process.kill()

    async def _keep(self, slot: int) -> None:
        """One place in the crew: a process, and another one when it dies."""
        loop = asyncio.get_running_loop()
        failures = 0
        while not self._draining.is_set():
            started_s = loop.time()
            life = await self._live(slot)
            if self._draining.is_set():
                return
            if life.served and slot in self._successors:
                _log.info("worker_went", slot=slot, status=life.status)
                failures = 0
                continue
            self.deaths += 1
            _log.warning("worker_died", slot=slot, status=life.status, served=life.served)
            if not life.served:
                self._despair(life)
            if life.served and loop.time() - started_s > _STEADY_AFTER_S:
                failures = 0
            with suppress(TimeoutError):
                async with asyncio.timeout(_BACK_OFF_S[min(failures, len(_BACK_OFF_S) - 1)]):
                    await self._draining.wait()
            failures += 1

    async def _live(self, slot: int) -> _Life:
        """One life of a worker."""
        read_fd, write_fd = os.pipe()
        line = Line() if self._reporting else None
        fds = [write_fd] if line is None else [write_fd, line.theirs.fileno()]
        job = {
            "name": _name(slot),
            "settings": self._settings,
            "ready_fd": write_fd,
            "report_fd": None if line is None else fds[1],
        }
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "ludoteca_server", "worker"),
                env={**_QUIET, **os.environ, JOB: json.dumps(job)},
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=fds,
                process_group=0,  # Ctrl-C in the terminal is for the supervisor alone
                preexec_fn=dies_with_parent(signal.SIGTERM),
            )
        except OSError as error:  # no memory, or too many processes: perhaps for a moment
            _log.error("worker_not_started", slot=slot, why=error.strerror)
            os.close(read_fd)
            if line is not None:
                await line.close()
            return _Life(os.EX_OSERR, served=False)
        finally:
            os.close(write_fd)
            if line is not None:
                line.theirs.close()
        self._processes[slot] = process
        if line is not None:
            self._lines[slot] = line
        if self._draining.is_set():  # the order to end came while this one was born
            process.terminate()
        served = hung = False
        try:
            async with asyncio.timeout(_SERVES_WITHIN_S):
                served = await _first_line(read_fd)
                if not served:
                    await process.wait()
        except TimeoutError:
            hung = True
            _log.error("worker_hangs", slot=slot, pid=process.pid, note=_HANGS)
            with suppress(ProcessLookupError):
                process.kill()
        if served:
            self._serves(slot, process.pid)
        status = await process.wait()
        del self._processes[slot]
        if served:
            del self._serving[slot]
            self._changed(list(self._serving.values()))
        if line is not None:
            del self._lines[slot]
            await line.close()
        return _Life(status, served, hung)

    def _serves(self, slot: int, pid: int) -> None:
        """A worker has said that it serves."""
        self._ever_served = True
        self._serving[slot] = pid
        self._changed(list(self._serving.values()))
        _log.info("worker_serves", slot=slot, pid=pid)
        successor = self._successors.get(slot)
        if successor is not None and not successor.done():
            successor.set_result(None)

    def _despair(self, life: _Life) -> None:
        """Gives up where no worker has ever served. Raises NoWorker."""
        self._deaths_at_start += 1
        if self._ever_served:
            return
        if life.status == EXIT_HOPELESS or self._deaths_at_start >= _DEATHS_AT_START_MAX:
            how = f"ended with status {life.status}. Its own words are above."
            if life.hung:
                how = f"did not serve within {_SERVES_WITHIN_S:.0f} s. {_HANGS}"
            raise NoWorker(f"No worker can start: the last one {how}")


async def _end(process: asyncio.subprocess.Process, within_s: float) -> None:
    """Lets a worker finish its calls, and kills it if it takes too long."""
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(within_s):
            await process.wait()
    except TimeoutError:
        _log.warning("worker_killed", pid=process.pid)
        with suppress(ProcessLookupError):
            process.kill()


def _name(slot: int) -> str:
    """What the worker in this place is called."""
    return f"w{slot}"


async def _first_line(read_fd: int) -> bool:
    """Whether a line comes through the pipe before its other end is closed."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    with open(read_fd, "rb", buffering=0) as pipe:  # noqa: ASYNC230  # a pipe that the loop reads
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), pipe
        )
        try:
            return bool(await reader.readline())
        finally:
            transport.close()
