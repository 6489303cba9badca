"""A worker: the one place that builds store, clock and secrets, and puts use cases and transport on them."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import signal
import sys
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

import structlog
import uvloop
from pydantic import ValidationError

from ludoteca_core import CoreError, Library
from ludoteca_server import logs, reports, tlscheck
from ludoteca_server.application.ports import no_span
from ludoteca_server.application.service import About, Application
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.crew import EXIT_HOPELESS, JOB
from ludoteca_server.eventlog.due import RedisDueSets, RedisPresence
from ludoteca_server.eventlog.lobby import RedisLobby
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.eventlog.shelf import RedisShelf
from ludoteca_server.metrics.text import of_worker as metrics_of
from ludoteca_server.model.errors import LudotecaError
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import BadSettings, Settings
from ludoteca_server.tally import Tally
from ludoteca_server.transport.rows import read_row
from ludoteca_server.transport.server import Transport

if TYPE_CHECKING:
    from ludoteca_server.application.ports import EventLog, Span
    from ludoteca_server.transport.tracing import Traces

_YOUNG_MOST = 10_000
"""So many new objects are looked through for garbage at once: what an action leaves behind is nearly all gone by itself."""

_log = structlog.get_logger(__name__)


class SystemClock:
    """`Clock` of the machine."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class SystemSecrets:
    """`Secrets` of the operating system's generator."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""
        return os.urandom(32)


@dataclass(frozen=True, slots=True)
class Job:
    """What a supervisor tells a worker."""

    name: str
    settings: Settings
    ready_fd: int | None
    """Where the worker says that it serves."""
    report_fd: int | None
    """Where it is asked for its metrics."""

    @classmethod
    def from_environment(cls) -> Job:
        """The job in the environment, which forgets it. Raises BadSettings."""
        try:
            told = json.loads(os.environ.pop(JOB))
            settings = Settings.model_validate(told["settings"])
            return cls(told["name"], settings, told.get("ready_fd"), told.get("report_fd"))
        except (KeyError, ValueError, ValidationError) as error:
            raise BadSettings(
                "A worker is started by `ludoteca serve`, which tells it what to do."
            ) from error


def version() -> str:
    """The version of the installed distribution."""
    try:
        return metadata.version("ludoteca")
    except metadata.PackageNotFoundError:
        return "0+source"


def run_worker() -> int:
    """Serves until SIGTERM; returns the exit status."""
    try:
        job = Job.from_environment()
        logs.configure(job.settings, worker=job.name)
        _raise_file_limit()
        _look_at_tls(job.settings)
        return uvloop.run(_serve(job))
    except LudotecaError as error:
        sys.stderr.write(f"ludoteca: {error}\n")
        return EXIT_HOPELESS if isinstance(error, BadSettings) else 1


async def _serve(job: Job) -> int:
    settings = job.settings
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sent in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sent, stop.set)
    async with AsyncExitStack() as stack:
        traces = _traces(settings, job.name, stack)
        app = await build(settings, job.name, stack, no_span if traces is None else traces.span)
        transport = Transport(app, settings, () if traces is None else (traces.interceptor,))
        try:
            port = await transport.start()
        except (RuntimeError, OSError) as error:
            raise BadSettings(
                f"{settings.host}:{settings.port} cannot be served: {error}"
            ) from error
        _spare_the_collector()
        house = asyncio.create_task(app.keep_house(), name="housekeeping")
        if job.report_fd is not None:
            reporting = asyncio.create_task(
                reports.answer(job.report_fd, metrics_of(app)), name="report"
            )
            stack.callback(reporting.cancel)
        _say_ready(job.ready_fd, port)
        _log.info("serving", port=port, pid=os.getpid())
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait([stopping, house], return_when=asyncio.FIRST_COMPLETED)
        _log.info("draining", streams=len(app.hub))
        await transport.drain()
        stopping.cancel()
        house.cancel()
        with suppress(asyncio.CancelledError):
            await (
                house
            )  # a bug in it ends the worker with a traceback; the supervisor starts another
    _log.info("stopped")
    return 0


def _look_at_tls(settings: Settings) -> None:
    """Raises BadSettings for files of which gRPC would only say that it cannot bind."""
    if settings.tls_cert is None or settings.tls_key is None:
        return
    why = tlscheck.unfit(settings.tls_cert, settings.tls_key, settings.tls_client_ca)
    if why is not None:
        raise BadSettings(f"{why} Correct tls_cert, tls_key or tls_client_ca.")


def _traces(settings: Settings, name: str, stack: AsyncExitStack) -> Traces | None:
    """Traces if they are wanted; `stack` sends the last ones. Raises BadSettings."""
    if settings.trace_endpoint is None:
        return None
    try:
        from ludoteca_server.transport.tracing import open_traces
    except ImportError as error:
        raise BadSettings(
            "trace_endpoint needs OpenTelemetry: pip install 'ludoteca[traces]', or leave it out."
        ) from error
    traces = open_traces(
        settings.trace_endpoint, settings.trace_ratio, worker=name, version=version()
    )
    stack.callback(traces.close)
    return traces


async def build(
    settings: Settings, name: str, stack: AsyncExitStack, span: Span = no_span
) -> Application:
    """The application on the store that `settings.redis` names; `stack` closes the store.

    Raises:
        BadSettings: no store, a content file that cannot be used.
        StoreAway: the content files cannot be kept.
    """
    if settings.store_url is None:
        raise BadSettings("A worker needs the address of a store (redis).")
    tally = Tally()
    try:
        url, timeout_s, level = settings.store_url, settings.store_timeout_s, settings.durability
        log = RedisStreams(
            url,
            timeout_s=timeout_s,
            durability=level,
            bytes_max=settings.max_unacknowledged_bytes,
            tally=tally,
        )
        lobby = RedisLobby(url, timeout_s=timeout_s, durability=level)
        due_sets = RedisDueSets(url, timeout_s=timeout_s, durability=level)
        presence = RedisPresence(url, timeout_s=timeout_s)
        shelf = RedisShelf(url, timeout_s=timeout_s, durability=level)
    except ValueError as error:
        raise BadSettings(f"The store's address (redis) makes no sense: {error}.") from error
    stack.push_async_callback(log.close)
    for store in (lobby, due_sets, presence, shelf):
        stack.push_async_callback(store.close)
    archive = open_archive(settings)
    if archive is not None:
        stack.push_async_callback(archive.close)
    library = Library()
    await _take_in_contents(settings, library, log)
    return Application.build(
        library=library,
        log=log,
        lobby=lobby,
        due_sets=due_sets,
        presence=presence,
        clock=SystemClock(),
        secrets=SystemSecrets(),
        read_row=read_row,
        limits=Limits(
            hot_tables=settings.cache_tables,
            actions_per_second=settings.actions_per_second,
            streams_per_peer=settings.max_streams_per_peer,
            peer_calls_per_second=settings.peer_calls_per_second,
            peer_tables_per_minute=settings.peer_tables_per_minute,
            peer_record_bytes_per_minute=settings.peer_record_bytes_per_minute,
            queued_notices=settings.queued_notices,
            slow_reader_s=settings.slow_reader_s,
            message_bytes=settings.max_message_bytes,
            record_bytes=settings.max_record_bytes,
            archive_after_ms=settings.archive_after_s * 1000,
            abandon_after_ms=settings.abandon_after_s * 1000,
            presence_grace_ms=settings.presence_grace_ms,
        ),
        about=About(
            version=version(),
            durability=settings.durability,
            worker=f"{name}-{os.getpid()}",  # no other one of this machine ever had this name
        ),
        archive=archive,
        shelf=shelf,
        tally=tally,
        span=span,
    )


def open_archive(settings: Settings) -> FileArchive | None:
    """The archive of the settings, which is not looked at yet. Raises BadSettings."""
    if settings.archive_url is None:
        return None
    try:
        return FileArchive(settings.archive_url)
    except ValueError as error:
        raise BadSettings(f"The archive's address (archive) cannot be used: {error}.") from error


async def _take_in_contents(settings: Settings, library: Library, log: EventLog) -> None:
    """Owners' content files: into the library, and into the store, where old tables find them for ever."""
    for game, path in settings.content.items():
        try:
            text = path.read_text(encoding="utf-8")
            content_hash = library.add_content(game, text)
        except (OSError, ValueError) as error:
            raise BadSettings(
                f"The content file {path} of {game} cannot be read: {error}"
            ) from error
        except CoreError as error:
            raise BadSettings(f"The content file {path} of {game} is refused: {error}") from error
        await log.keep_content(content_hash, text.encode())


def _say_ready(ready_fd: int | None, port: int) -> None:
    if ready_fd is not None:
        os.write(ready_fd, json.dumps({"port": port}).encode() + b"\n")
        os.close(ready_fd)


def _spare_the_collector() -> None:
    """Takes modules and classes, which live as long as the process, out of what is looked through for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG_MOST)


def _raise_file_limit() -> None:
    """As many open files as the system lets us have: every stream is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
