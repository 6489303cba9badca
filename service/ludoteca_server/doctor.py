"""The checks of `ludoteca doctor`: what is wrong with a set-up, and what to do about it."""

from __future__ import annotations

import os
import platform
import resource
import shutil
from importlib import metadata, util
from typing import TYPE_CHECKING

from ludoteca_server import datadir, findings, tlscheck
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.eventlog.shelf import RedisShelf
from ludoteca_server.eventlog.survey import survey
from ludoteca_server.findings import Finding
from ludoteca_server.listening import CannotListen, Reserved
from ludoteca_server.model.errors import ArchiveAway, CorruptLog, StoreAway
from ludoteca_server.valkey import VERSION_MIN, StoreFailed, find_binary, version_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence
    from pathlib import Path

    from ludoteca_server.settings import Settings

_FREE_BYTES_MIN = 1 << 30
_OPEN_FILES_MIN = 4096
_SKEW_MS_MAX = 2_000
_NAMED_MOST = 50
_SOME_TIME_AGO_MS = 1_764_547_200_000
"""The first of December 2025: a clock before it is wrong."""


async def examine(
    settings: Settings, now_ms: Callable[[], int], *, deep: bool = False
) -> list[Finding]:
    """All checks, in the order in which they matter; `deep` reads and proves every log of the store too."""
    found = [*_python(), _core()]
    running = datadir.running(settings.data_dir) if settings.redis is None else None
    if settings.redis is None:
        found += [finding async for finding in _embedded(settings, running)]
    else:
        found += [finding async for finding in _own_store(settings, now_ms)]
    in_force = None if running is None else running.durability
    found += [findings.of_level(in_force or settings.durability, found), _port(settings, running)]
    if settings.metrics_port and running is None:
        found.append(_metrics(settings.metrics_host, settings.metrics_port))
    found += _contents(settings)
    if settings.tls_cert is not None and settings.tls_key is not None:
        found.append(_tls(settings.tls_cert, settings.tls_key, settings.tls_client_ca))
    elif (exposed := findings.of_tokens(settings.host, tls=False)) is not None:
        found.append(exposed)
    store = settings.store_url or (running.store if running is not None else None)
    if settings.archive_url is not None:
        found.append(await _archive(settings.archive_url, store, deep=deep))
    found += [_clock(now_ms()), _open_files()]
    if deep:
        found.append(await _logs(store))
    return found


def _python() -> Iterator[Finding]:
    yield Finding(
        "python", "ok", f"Python is {platform.python_version()} on {platform.platform()}."
    )
    missing = [
        name
        for name in ("grpc", "hiredis", "ludoteca", "redis", "uvloop")
        if util.find_spec(name) is None
    ]
    if missing:
        yield Finding(
            "packages",
            "fail",
            f"These packages are missing: {', '.join(missing)}.",
            "Install the distribution with its dependencies: pip install ludoteca.",
        )


def _core() -> Finding:
    try:
        from ludoteca_core import version
    except ImportError as error:
        return Finding(
            "rules core",
            "fail",
            f"The extension module does not load: {error}.",
            "Build it with `make setup`, or install a wheel for this platform.",
        )
    built = version()
    with_version = _installed()
    if with_version not in (None, built):
        return Finding(
            "rules core",
            "fail",
            f"The extension module is of version {built}, the service of {with_version}.",
            "Build it again with `make setup`.",
        )
    return Finding("rules core", "ok", f"The rules core is version {built}.")


def _installed() -> str | None:
    try:
        return metadata.version("ludoteca")
    except metadata.PackageNotFoundError:
        return None


async def _embedded(settings: Settings, running: datadir.Running | None) -> AsyncIterator[Finding]:
    try:
        binary = find_binary(settings.valkey_binary)
        version = await version_of(binary)
    except StoreFailed as failure:
        yield Finding("embedded store", "fail", str(failure))
    else:
        shown = ".".join(str(part) for part in version)
        if version < (VERSION_MIN,):
            yield Finding(
                "embedded store",
                "fail",
                f"{binary} is version {shown}.",
                f"{VERSION_MIN} is the oldest that works.",
            )
        else:
            yield Finding("embedded store", "ok", f"{binary} is version {shown}.")
    yield _data_dir(settings, running)


def _data_dir(settings: Settings, running: datadir.Running | None) -> Finding:
    path = settings.data_dir
    check = "data directory"
    existing = path
    while not existing.exists():
        existing = existing.parent
    is_fit = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
    if running is None and not is_fit:
        return Finding(
            check,
            "fail",
            f"{existing} cannot be written by {_user()}.",
            "Correct its owner, or name another directory with --data-dir.",
        )
    free = shutil.disk_usage(existing).free
    if free < _FREE_BYTES_MIN:
        return Finding(
            check,
            "warn",
            f"Only {free / 1e6:.0f} MB are free for {path}.",
            "Free disk space: a full disk refuses every action.",
        )
    if running is not None:
        state = f"A server runs on {path} (process id {running.pid})"
    else:
        state = f"{path} is there" if path.exists() else f"{path} will be made"
    return Finding(check, "ok", f"{state}; {free / 1e9:.0f} GB are free.")


def _user() -> str:
    return os.environ.get("USER") or f"user id {os.getuid()}"


async def _own_store(settings: Settings, now_ms: Callable[[], int]) -> AsyncIterator[Finding]:
    try:
        servers = await survey(settings.store_url or "", timeout_s=settings.store_timeout_s)
    except StoreAway as away:
        yield Finding("store", "fail", str(away), "Start it, or correct the redis setting.")
        return
    except ValueError as error:
        yield Finding(
            "store", "fail", f"Its address makes no sense: {error}.", "Correct the redis setting."
        )
        return
    for finding in findings.of_stores(servers, settings.durability):
        yield finding
    skew_ms = max(abs(facts.now_ms - now_ms()) for facts in servers)
    if skew_ms > _SKEW_MS_MAX:
        yield Finding(
            "store clock",
            "warn",
            f"The clocks of the store and of this machine differ by {skew_ms / 1000:.0f} s.",
            "Let both follow a time server.",
        )


def _port(settings: Settings, running: datadir.Running | None) -> Finding:
    if running is not None and running.address:
        return Finding("port", "ok", f"The running server listens at {running.address}.")
    try:
        Reserved(settings.host, settings.port).release()
    except CannotListen as taken:
        return Finding("port", "fail", str(taken))
    return Finding("port", "ok", f"{settings.host}:{settings.port} is free.")


def _metrics(host: str, port: int) -> Finding:
    try:
        Reserved(host, port).release()
    except CannotListen:
        return Finding(
            "metrics",
            "fail",
            f"The metrics cannot be served at {host}:{port}.",
            "Stop what listens there, or choose another place with --metrics-port and --metrics-host.",
        )
    return Finding("metrics", "ok", f"{host}:{port} is free for the metrics.")


def _contents(settings: Settings) -> Iterator[Finding]:
    """Whether new tables can be played with the owner's content files."""
    if not settings.content:
        return
    try:
        from ludoteca_core import CoreError, Library
    except ImportError:
        return  # said before
    library = Library()
    for game, path in settings.content.items():
        check = f"content of {game}"
        try:
            library.add_content(game, path.read_text(encoding="utf-8"))
        except (OSError, ValueError, CoreError) as error:
            why = " ".join(str(error).split())
            yield Finding(check, "fail", f"{path} is refused: {why}.", "Correct it.")
        else:
            yield Finding(check, "ok", f"New tables are played with {path}.")


def _tls(cert: Path, key: Path, client_ca: Path | None) -> Finding:
    fault = tlscheck.fault(cert, key, client_ca)
    if fault is not None:
        return Finding("tls", "fail", fault, "Correct tls_cert, tls_key or tls_client_ca.")
    return Finding("tls", "ok", f"{cert} and its key work.")


def _clock(now_ms: int) -> Finding:
    if now_ms < _SOME_TIME_AGO_MS:
        return Finding(
            "clock",
            "fail",
            "This machine's clock is years behind.",
            "Set it: events carry its time, and certificates depend on it.",
        )
    return Finding("clock", "ok", "The clock is sane.")


def _open_files() -> Finding:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < _OPEN_FILES_MIN:
        return Finding(
            "open files",
            "warn",
            f"A process may open {hard} files: that many streams, at most.",
            "Raise the hard limit (ulimit -Hn, or LimitNOFILE in a systemd unit).",
        )
    shown = "any number of" if hard == resource.RLIM_INFINITY else str(hard)
    return Finding("open files", "ok", f"A process may open {shown} files.")


async def _archive(url: str, store: str | None, *, deep: bool) -> Finding:
    """Whether the archive answers and is the one that the store knows; `deep` reads and proves every log of it."""
    check, todo = "archive", "Mount or start it, or correct the archive setting."
    try:
        archive = FileArchive(url)
    except ValueError as error:
        return Finding(
            check,
            "fail",
            f"Its address cannot be used: {error}.",
            "Install what it names, or correct the archive setting.",
        )
    try:
        name, known = await archive.name(), await _known_archive(store)
        if known is not None and name != known:
            return Finding(
                check,
                "fail",
                f"{archive.where} is not the archive that tables of this store went to: they are away.",
                todo,
            )
        if name is None:
            return Finding(
                check,
                "warn",
                f"There is no archive at {archive.where} yet: the server will begin one,"
                " unless it is not mounted, or a bucket that does not exist.",
            )
        tables, faults = 0, []
        async for file in archive.files():
            tables += 1
            if deep:
                try:
                    await archive.read(file.table_id)
                except CorruptLog as fault:
                    faults.append(fault)
    except ArchiveAway as away:
        return Finding(check, "fail", str(away), todo)
    finally:
        await archive.close()
    if faults:
        return Finding(
            check,
            "fail",
            f"{len(faults)} of {tables} archived logs are damaged: {_named(faults)}. {faults[0]}",
            "Bring their files back from a backup of the archive.",
        )
    return Finding(check, "ok", f"{archive.where} holds the logs of {tables} tables.")


async def _known_archive(store: str | None) -> str | None:
    """The name of the archive that the store's tables went to; None if none did, or no store answers."""
    if not store:
        return None
    try:
        shelf = RedisShelf(store)
    except ValueError:
        return None
    try:
        return await shelf.archive_name()
    except StoreAway:
        return None
    finally:
        await shelf.close()


def _named(faults: Sequence[CorruptLog]) -> str:
    """Which tables have a fault, and where."""
    shown = [f"{fault.table_id} at seq {fault.seq}" for fault in faults[:_NAMED_MOST]]
    more = len(faults) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


async def _logs(store: str | None) -> Finding:
    """Dense versions and whole chains of every table."""
    if not store:
        return Finding(
            "logs",
            "warn",
            "No store is running, so no log was read.",
            "Start the server, then look again.",
        )
    log = RedisStreams(store)
    try:
        found = await audit(log)
    except StoreAway as away:
        return Finding("logs", "fail", str(away))
    finally:
        await log.close()
    shown = f"{found.entries} events of {found.tables} tables"
    if found.faults:
        first, named = found.faults[0], _named(found.faults)
        return Finding(
            "logs",
            "fail",
            f"{len(found.faults)} of {found.tables} logs are damaged: {named}. {first}",
            "Restore the store from a backup; the other tables play on.",
        )
    return Finding("logs", "ok", f"{shown} were read: no gap, every chain whole.")
