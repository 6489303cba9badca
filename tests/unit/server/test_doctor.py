"""`ludoteca doctor`: every check has a set-up that makes it fail."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from ludoteca_server import findings, tlscheck
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.bootstrap import open_archive
from ludoteca_server.datadir import DataDir, Running
from ludoteca_server.doctor import examine
from ludoteca_server.eventlog.survey import StoreFacts
from ludoteca_server.settings import BadSettings, Settings
from tests.unit.archive.contract import EVENTS, TABLE, log_of

if TYPE_CHECKING:
    from ludoteca_server.findings import Finding

NOW_MS = 1_800_000_000_000
ROOT = Path(__file__).parents[3]
TLS = ROOT / "tests" / "data" / "tls"


def settings(tmp_path: Path, **given: object) -> Settings:
    """Settings that nothing around the test plays a part in."""
    return Settings.model_validate({"port": 0, "data_dir": tmp_path / "data"} | given)


async def examined(
    settings: Settings, *, now_ms: int = NOW_MS, deep: bool = False
) -> dict[str, Finding]:
    """The findings by their check."""
    found = await examine(settings, lambda: now_ms, deep=deep)
    assert len({finding.check for finding in found}) == len(found)
    return {finding.check: finding for finding in found}


async def test_this_machine_is_fit(tmp_path: Path) -> None:
    found = await examined(settings(tmp_path))
    assert {check for check, finding in found.items() if finding.level == "fail"} == set()
    assert {"python", "rules core", "embedded store", "data directory", "port", "clock"} <= set(
        found
    )
    assert not (tmp_path / "data").exists(), "looking makes nothing"


async def test_a_program_that_is_none(tmp_path: Path) -> None:
    found = await examined(settings(tmp_path, valkey_binary="/none"))
    assert found["embedded store"].level == "fail"
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho Redis server v=6.2.14 sha=0\n")
    old.chmod(0o755)
    found = await examined(settings(tmp_path, valkey_binary=old))
    assert found["embedded store"].level == "fail"
    assert "6.2.14" in found["embedded store"].what


async def test_a_data_directory_that_cannot_be_one(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    found = await examined(settings(tmp_path))
    assert found["data directory"].level == "fail"
    assert "--data-dir" in found["data directory"].todo


async def test_a_server_that_runs_is_no_fault(tmp_path: Path) -> None:
    owned = await DataDir.own(tmp_path / "data")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        owned.tell(Running(os.getpid(), f"127.0.0.1:{port}"))
        found = await examined(settings(tmp_path, port=port))
        assert (found["data directory"].level, found["port"].level) == ("ok", "ok")
        assert str(os.getpid()) in found["data directory"].what
    owned.release()


async def test_a_disk_that_is_nearly_full_is_seen_below_a_server_that_runs_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = SimpleNamespace(free=50_000_000)
    monkeypatch.setattr("ludoteca_server.doctor.shutil.disk_usage", lambda _: usage)
    owned = await DataDir.own(tmp_path / "data")
    owned.tell(Running(os.getpid(), "127.0.0.1:1"))
    found = await examined(settings(tmp_path, port=7777))
    owned.release()
    assert found["data directory"].level == "warn"
    assert "Only 50 MB are free" in found["data directory"].what
    assert "listens at 127.0.0.1:1" in found["port"].what, "not whether another port is free"


async def test_the_level_of_the_server_that_runs_is_told(tmp_path: Path) -> None:
    """Not that of the doctor's own settings."""
    given = settings(tmp_path, port=0, durability="power")
    owned = await DataDir.own(given.data_dir)
    try:
        assert "power: " in (await examined(given))["durability"].what, "it is starting"
        owned.tell(Running(os.getpid(), "127.0.0.1:1", durability="process"))
        assert "process: " in (await examined(given))["durability"].what
    finally:
        owned.release()
    assert "power: " in (await examined(given))["durability"].what


async def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        found = await examined(settings(tmp_path, port=listening.getsockname()[1]))
    assert found["port"].level == "fail"
    assert "--port" in found["port"].what


async def test_a_port_for_metrics_that_another_program_has(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        found = await examined(settings(tmp_path, metrics_port=port))
    assert found["metrics"].level == "fail"
    assert "--metrics-port" in found["metrics"].todo
    assert (await examined(settings(tmp_path, metrics_port=port)))["metrics"].level == "ok"


async def test_content_files_are_looked_at(tmp_path: Path) -> None:
    ours = ROOT / "core-rs" / "rules" / "src" / "buurn" / "content.toml"
    bad = tmp_path / "bad.toml"
    bad.write_text("schema", encoding="utf-8")
    given = f"buurn={ours},burgenland={bad},el_gaucho={tmp_path / 'none.toml'},chess={ours}"
    found = await examined(settings(tmp_path, content=given))
    levels = {check: finding.level for check, finding in found.items() if "content" in check}
    assert levels == {
        "content of buurn": "ok",
        "content of burgenland": "fail",
        "content of el_gaucho": "fail",
        "content of chess": "fail",
    }


async def test_a_clock_of_years_ago(tmp_path: Path) -> None:
    assert (await examined(settings(tmp_path), now_ms=0))["clock"].level == "fail"


async def test_a_store_that_does_not_answer(tmp_path: Path) -> None:
    found = await examined(settings(tmp_path, redis="redis://127.0.0.1:1"), deep=True)
    assert (found["store"].level, found["logs"].level) == ("fail", "fail")
    assert "embedded store" not in found
    assert found["durability"].level == "warn", "nothing is promised that is not kept"
    found = await examined(settings(tmp_path, redis="redis://127.0.0.1:x"))
    assert found["store"].level == "fail"


async def test_logs_are_read_only_where_a_store_runs(tmp_path: Path) -> None:
    assert (await examined(settings(tmp_path), deep=True))["logs"].level == "warn"


GOOD = {
    "where": "redis://store:6379",
    "product": "valkey",
    "version": "9.1.2",
    "role": "master",
    "cluster": False,
    "appendonly": True,
    "appendfsync": "always",
    "maxmemory": 0,
    "maxmemory_policy": "noeviction",
    "used_memory": 1_000_000,
    "aof_write_ok": True,
    "now_ms": NOW_MS,
    "replicas": 1,
    "min_replicas": 1,
}


@pytest.mark.parametrize(
    ("facts", "durability", "check", "level"),
    [
        ({"product": "redis", "version": "6.2.14"}, "power", "store version", "fail"),
        ({"role": "slave"}, "power", "store role", "fail"),
        ({"appendonly": False}, "process", "store durability", "fail"),
        ({"appendfsync": "everysec"}, "power", "store durability", "warn"),
        ({"appendfsync": "no"}, "process", "store durability", "warn"),
        ({"appendfsync": "no"}, "node", "store durability", "warn"),
        ({"appendfsync": "everysec"}, "node+power", "store durability", "warn"),
        ({"replicas": 0}, "node", "store replicas", "warn"),
        ({"min_replicas": 0}, "node+power", "store replicas", "warn"),
        ({"appendonly": None, "appendfsync": None}, "power", "store durability", "warn"),
        ({"aof_write_ok": False}, "power", "store durability", "fail"),
        ({"maxmemory_policy": "allkeys-lru"}, "power", "store memory", "fail"),
        ({"maxmemory": 1_050_000}, "power", "store memory", "warn"),
    ],
)
def test_a_store_with_a_fault(
    facts: dict[str, object], durability: str, check: str, level: str
) -> None:
    found = findings.of_store(StoreFacts(**(GOOD | facts)), durability)  # type: ignore[arg-type]  # a table of cases
    bad = [finding for finding in found if finding.level != "ok"]
    assert [(finding.check, finding.level) for finding in bad] == [(check, level)]
    assert bad[0].todo, "it says what to do"


def test_of_several_servers_the_worst_is_told() -> None:
    full = {"where": "redis://full:6379", "maxmemory": 1_050_000, "replicas": 0}
    servers = [StoreFacts(**(GOOD | facts)) for facts in ({}, full, {})]  # type: ignore[arg-type]  # a table of cases
    found = {finding.check: finding for finding in findings.of_stores(servers, "node+power")}
    assert found["store cluster"].what == "The store is a cluster of 3 primaries."
    bad = {check for check, finding in found.items() if finding.level != "ok"}
    assert bad == {"store memory", "store replicas"}
    assert all("redis://full:6379" in found[check].what for check in bad)


def test_the_level_is_told() -> None:
    assert "a power cut and the loss" in findings.of_level("node+power").what


def test_a_store_without_a_replica_is_sent_to_the_level_that_it_keeps() -> None:
    for level, kept in (("node", "process"), ("node+power", "power")):
        facts = StoreFacts(**GOOD | {"replicas": 0})  # type: ignore[arg-type]  # a table of cases
        found = {each.check: each for each in findings.of_store(facts, level)}  # type: ignore[arg-type]  # the same
        assert found["store replicas"].todo.endswith(f"--durability {kept}.")


def test_a_level_that_the_store_does_not_keep_is_not_told_as_kept() -> None:
    good = list(findings.of_store(StoreFacts(**GOOD), "power"))  # type: ignore[arg-type]  # a table of cases
    assert findings.of_level("power", good).level == "ok"
    lazy = list(findings.of_store(StoreFacts(**GOOD | {"appendfsync": "everysec"}), "power"))  # type: ignore[arg-type]  # the same
    assert findings.of_level("power", lazy).level == "warn"
    assert "does not keep it now" in findings.of_level("power", lazy).what


@pytest.mark.parametrize(
    "facts", [{}, {"product": "redis", "version": "7.0.0"}, {"maxmemory": None}]
)
def test_a_store_without_a_fault(facts: dict[str, object]) -> None:
    found = findings.of_store(StoreFacts(**(GOOD | facts)), "power")  # type: ignore[arg-type]  # a table of cases
    assert {finding.level for finding in found} == {"ok"}


@pytest.mark.parametrize(
    ("cert", "key", "client_ca", "fault"),
    [
        ("server.pem", "server.key", None, None),
        ("server.pem", "server.key", "other.pem", None),
        ("none.pem", "server.key", None, "none.pem cannot be read"),
        ("server.pem", "other.key", None, "is not the key of"),
        ("server.key", "server.key", None, "no PEM files"),
        ("server.pem", "server.key", "other.key", "no PEM file of certificates"),
        ("expired.pem", "server.key", None, "certificate has expired"),
    ],
)
def test_tls_files(cert: str, key: str, client_ca: str | None, fault: str | None) -> None:
    found = tlscheck.fault(TLS / cert, TLS / key, None if client_ca is None else TLS / client_ca)
    assert found == fault or (fault is not None and found is not None and fault in found)


@pytest.mark.parametrize(
    ("host", "tls", "is_fault"),
    [
        ("127.0.0.1", False, False),
        ("::1", False, False),
        ("localhost", False, False),
        ("0.0.0.0", False, True),  # noqa: S104  # nothing listens there
        ("::", False, True),
        ("games.example.org", False, True),
        ("::", True, False),
    ],
)
def test_tokens_that_others_can_read(host: str, tls: bool, is_fault: bool) -> None:
    assert (findings.of_tokens(host, tls=tls) is not None) is is_fault


async def test_tls_is_looked_at_where_it_is_set(tmp_path: Path) -> None:
    good = settings(tmp_path, tls_cert=TLS / "server.pem", tls_key=TLS / "server.key")
    assert (await examined(good))["tls"].level == "ok"
    bad = settings(tmp_path, tls_cert=TLS / "expired.pem", tls_key=TLS / "server.key")
    assert (await examined(bad))["tls"].level == "fail"


async def test_the_archive_is_looked_at(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    given = settings(tmp_path, archive=str(archive))
    assert "archive" not in await examined(settings(tmp_path))
    assert (await examined(given))["archive"].level == "warn", "none is there yet"
    files = FileArchive(str(archive))
    await files.begin("one")
    await files.put(TABLE, log_of(EVENTS))
    await files.close()
    for deep in (False, True):
        found = (await examined(given, deep=deep))["archive"]
        assert (found.level, "1 tables" in found.what) == ("ok", True)
    [log] = archive.rglob("*.log.zst")
    log.write_bytes(log.read_bytes()[:-1])
    assert (await examined(given))["archive"].level == "ok"
    assert (await examined(given, deep=True))["archive"].level == "fail"
    (archive / "ludoteca-archive.json").write_text("{")
    assert (await examined(given))["archive"].level == "fail"
    nowhere = settings(tmp_path, archive="nowhere://x")
    assert (await examined(nowhere))["archive"].level == "fail"
    with pytest.raises(BadSettings, match="archive"):
        open_archive(nowhere)
