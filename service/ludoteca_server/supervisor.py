"""`ludoteca serve`: a process without gRPC that owns the store and keeps the workers alive."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import structlog

from ludoteca_server import findings, logs
from ludoteca_server.crew import Crew
from ludoteca_server.datadir import DataDir, Running, write_whole
from ludoteca_server.eventlog.survey import survey
from ludoteca_server.listening import CannotListen, Reserved
from ludoteca_server.metrics.endpoint import Endpoint
from ludoteca_server.metrics.families import supervisor_families
from ludoteca_server.metrics.text import of_all
from ludoteca_server.model.durability import SURVIVES
from ludoteca_server.model.errors import LudotecaError, StoreAway
from ludoteca_server.valkey import StoreFailed, Valkey

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_server.settings import Settings

_STORE_BACK_OFF_S = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0)
_REACH_WITHIN_S = 5.0
_REPORT_WITHIN_S = 2.0
_PORT_FREE_WITHIN_S = 3.0
_DRAIN_MARGIN_S = 5.0

_log = structlog.get_logger(__name__)


class CannotStart(LudotecaError):
    """The server cannot start; the sentence says why and what to do."""

    reason = "cannot_start"


def run(settings: Settings, announce: Callable[[Running], None] | None = None) -> int:
    """Serves until SIGTERM or SIGINT; returns the exit status. Call it from the main thread.

    `announce` is called once, when the first worker serves; the default prints one line.

    Raises:
        LudotecaError: the server cannot start, or not go on; the sentence says why and what to do.
    """
    logs.configure(settings, worker="supervisor")

    def say(running: Running) -> None:
        print(ready_line(settings, running), flush=True)

    return asyncio.run(supervise(settings, announce or say))


def ready_line(settings: Settings, running: Running) -> str:
    """What a person reads when the server is up."""
    survives = SURVIVES[settings.durability]
    data = "a store of your own" if settings.redis is not None else str(settings.data_dir)
    workers = "1 worker" if settings.workers == 1 else f"{settings.workers} workers"
    return (
        f"Ludoteca serves at {running.address} ({workers}; data in {data}; "
        f"acknowledged actions survive {survives}). Stop it with Ctrl-C."
    )


async def supervise(settings: Settings, announce: Callable[[Running], None]) -> int:
    """The whole life of a server; see `run`."""
    stop, hurry, hung_up = asyncio.Event(), asyncio.Event(), asyncio.Event()
    in_terminal = os.isatty(0)
    loop = asyncio.get_running_loop()

    def asked_to_stop() -> None:
        (hurry if stop.is_set() else stop).set()

    def asked_to_roll() -> None:
        if in_terminal and not os.isatty(0):
            asked_to_stop()  # its terminal was closed
        else:
            hung_up.set()

    for sent in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sent, asked_to_stop)
    loop.add_signal_handler(signal.SIGHUP, asked_to_roll)
    async with AsyncExitStack() as stack:
        port = await _reserve(settings)
        exposed = findings.of_tokens(settings.host, tls=settings.tls_cert is not None)
        if exposed is not None:
            _log.warning("tokens", note=str(exposed))
        stack.callback(port.release)
        store = await _Store.open(settings, stack)
        told = _Told(settings, store, port, announce)
        stack.callback(told.forget)
        crew = Crew(
            settings.workers,
            settings.for_worker(store_url=store.url, host=port.host, port=port.port),
            told.workers_changed,
            reporting=settings.metrics_port is not None,
        )
        told.metrics = await _serve_metrics(settings, store, crew, stack)
        stopping = asyncio.create_task(_until(stop), name="stop")
        watching = asyncio.create_task(store.keep(told.renew), name="store")
        rolling = asyncio.create_task(_roll(crew, settings, hung_up), name="rolling")
        ended, _ = await asyncio.wait(
            [stopping, watching, rolling, *crew.start()], return_when=asyncio.FIRST_COMPLETED
        )
        if stop.is_set():
            _log.info("stopping")
        rolling.cancel()  # a worker of its own that is going down goes on doing so
        await crew.drain(settings.drain_s + _DRAIN_MARGIN_S, hurry)
        for task in (stopping, watching):
            task.cancel()
        await asyncio.wait([stopping, watching, rolling])
        for task in ended - {stopping}:
            task.result()  # raises what ended it
    return 0


async def _serve_metrics(
    settings: Settings, store: _Store, crew: Crew, stack: AsyncExitStack
) -> str:
    """Serves everybody's metrics; HOST:PORT, or nothing if none are wanted. Raises NoMetrics."""
    if settings.metrics_port is None:
        return ""

    async def text() -> bytes:
        reports = await crew.reports(_REPORT_WITHIN_S)
        ours = supervisor_families(
            workers=settings.workers,
            serving=crew.serving,
            worker_deaths=crew.deaths,
            store_deaths=store.deaths,
            data_dir_free_bytes=store.free_bytes,
            up={worker: report is not None for worker, report in reports.items()},
        )
        return of_all(ours, {name: told for name, told in reports.items() if told is not None})

    endpoint = Endpoint(text)
    stack.push_async_callback(endpoint.stop)
    return await endpoint.start(settings.metrics_host, settings.metrics_port)


async def _roll(crew: Crew, settings: Settings, hung_up: asyncio.Event) -> None:
    """Replaces all workers whenever it is asked for; asked meanwhile, once more after that."""
    while True:
        await hung_up.wait()
        hung_up.clear()
        _log.info("rolling")
        if await crew.roll(settings.drain_s + _DRAIN_MARGIN_S):
            _log.info("rolled", workers=crew.serving)


async def _until(event: asyncio.Event) -> None:
    await event.wait()


async def _reserve(settings: Settings) -> Reserved:
    """The port; workers whose supervisor was killed are given a moment to let it go. Raises CannotListen."""
    loop = asyncio.get_running_loop()
    deadline_s = loop.time() + _PORT_FREE_WITHIN_S
    while True:
        try:
            return Reserved(settings.host, settings.port)
        except CannotListen as taken:
            if not taken.may_pass or loop.time() > deadline_s:
                raise
        await asyncio.sleep(0.1)


class _Store:
    """The store of this server: embedded and kept alive, or the operator's own."""

    def __init__(self, url: str, data_dir: DataDir | None, valkey: Valkey | None) -> None:
        self.url = url
        self.data_dir = data_dir
        self._valkey = valkey
        self.deaths = 0
        """How often the embedded store ended and was not asked to."""

    @classmethod
    async def open(cls, settings: Settings, stack: AsyncExitStack) -> _Store:
        """Starts the embedded store, or proves that the operator's can be used.

        Raises:
            LudotecaError: neither works; the sentence says what to do.
        """
        if settings.store_url is not None:
            await _prove(settings, settings.store_url)
            return cls(settings.store_url, None, None)
        try:
            data_dir = await DataDir.own(settings.data_dir)
            stack.callback(data_dir.release)
            valkey = Valkey(
                data_dir,
                durability=settings.durability,
                binary=settings.valkey_binary,
                tell=lambda sentence: _log.warning("store", note=sentence),
            )
        except OSError as error:
            raise CannotStart(
                f"The data directory {settings.data_dir} cannot be used: {error.strerror}. "
                "Name another one with --data-dir."
            ) from error
        stack.push_async_callback(valkey.stop)
        await valkey.start()
        return cls(valkey.url, data_dir, valkey)

    @property
    def embedded_url(self) -> str:
        """Its address if it is the embedded one: that holds no password."""
        return self.url if self._valkey is not None else ""

    @property
    def pid(self) -> int:
        """The embedded store's process; 0 if there is none."""
        return self._valkey.pid if self._valkey is not None else 0

    @property
    def free_bytes(self) -> int | None:
        """Room on the data directory's disk; None if the data is not here."""
        if self.data_dir is None:
            return None
        return shutil.disk_usage(self.data_dir.path).free

    async def keep(self, changed: Callable[[], object]) -> None:
        """Starts the embedded store again when it dies. Raises StoreFailed when it cannot go on."""
        if self._valkey is None:
            await asyncio.Event().wait()
            return
        minding = asyncio.create_task(self._valkey.mind_disk(), name="disk")
        try:
            await self._revive(self._valkey, changed)
        finally:
            minding.cancel()

    async def _revive(self, valkey: Valkey, changed: Callable[[], object]) -> None:
        while True:
            status = await valkey.wait()
            self.deaths += 1
            for attempt, pause_s in enumerate(_STORE_BACK_OFF_S, 1):
                _log.error("store_died", status=status, attempt=attempt)
                await asyncio.sleep(pause_s)
                try:
                    await valkey.start()
                    changed()
                    _log.warning("store_back", pid=valkey.pid)
                    break
                except StoreFailed as failure:
                    if attempt == len(_STORE_BACK_OFF_S):
                        raise
                    _log.error("store_does_not_start", why=str(failure))


async def _prove(settings: Settings, url: str) -> None:
    """Proves that a store of the operator's own answers and fits. Raises CannotStart."""
    loop = asyncio.get_running_loop()
    deadline_s = loop.time() + _REACH_WITHIN_S
    while True:
        try:
            servers = await survey(url, timeout_s=settings.store_timeout_s)
            break
        except StoreAway as away:
            if loop.time() > deadline_s:
                raise CannotStart(f"{away} `ludoteca doctor` looks closer.") from away
            await asyncio.sleep(0.2)
        except ValueError as error:
            raise CannotStart(f"The store's address (redis) makes no sense: {error}.") from error
    for finding in findings.of_stores(servers, settings.durability):
        if finding.level == "fail":
            raise CannotStart(str(finding))
        if finding.level == "warn":
            _log.warning("store", note=str(finding))


class _Told:
    """What others can read about this server, in the data directory and the ready file."""

    def __init__(
        self,
        settings: Settings,
        store: _Store,
        port: Reserved,
        announce: Callable[[Running], None],
    ) -> None:
        self._settings = settings
        self._store = store
        self._port = port
        self._announce = announce
        self._announced = False
        self._workers: list[int] = []
        self.metrics = ""

    def workers_changed(self, pids: list[int]) -> None:
        """Writes who serves now; announces the first time somebody does."""
        self._workers = pids
        running = self.renew()
        if pids and not self._announced:
            self._announced = True
            self._announce(running)

    def renew(self) -> Running:
        """Writes how things stand."""
        running = Running(
            pid=os.getpid(),
            address=self._port.reachable,
            tls=self._settings.tls_cert is not None,
            store=self._store.embedded_url,
            store_pid=self._store.pid,
            workers=self._workers,
            metrics=self.metrics,
            durability=self._settings.durability,
        )
        try:
            if self._store.data_dir is not None:
                self._store.data_dir.tell(running)
            if self._settings.ready_file is not None and (self._workers or self._announced):
                write_whole(self._settings.ready_file, running.as_json())
        except OSError as error:  # a full disk: serving goes on
            _log.warning("info_not_written", file=error.filename, why=error.strerror)
        return running

    def forget(self) -> None:
        """Removes the ready file."""
        if self._settings.ready_file is not None:
            self._settings.ready_file.unlink(missing_ok=True)
