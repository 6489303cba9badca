"""Addresses hold passwords: whatever is said about one shows none, also where it was mistyped."""

from __future__ import annotations

import pytest
import structlog

from ludoteca_server import logs
from ludoteca_server.archive.place import Place
from ludoteca_server.eventlog import addresses
from ludoteca_server.eventlog.addresses import Seeds
from ludoteca_server.settings import Settings

TOKEN = bytes(range(7, 39))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("redis://ana:hush@a:1/3", "redis://a:1"),
        ("rediss://:hush@a,b:2?ssl_ca_certs=/x/y.pem", "rediss://a:6379,rediss://b:2"),
        ("unix://:hush@/run/s.sock", "unix:///run/s.sock"),
    ],
)
def test_a_stores_address_is_shown_without_its_password(given: str, shown: str) -> None:
    assert addresses.shown_all(given) == shown


@pytest.mark.parametrize(
    "given",
    [
        "redis://:hush/hush@a:1",
        "redis://:hush#hush@a:1",
        "redis://:hush?hush@a:1",
        "redis://:hu,sh@a:1",
        "redis://:12,34@a:1",
        "redis://ana:1234#5@a:1",
        "redis://ana:1234/5@a:1",
        "redis://ana:1234?5@a:1",
        "redis://[hush@a:1",
        "redis://a:hush",
        "unix://:hush/hush@/run/s.sock",
        "redis://a:1?hush=1",
    ],
)
def test_a_bad_address_is_refused_without_a_piece_of_it(given: str) -> None:
    with pytest.raises(ValueError, match=r"%2F|an option") as refused:
        Seeds.of(given)
    assert not {"hush", "1234", "hu", "34"} & set(str(refused.value).replace(":", " ").split())
    if given != "redis://a:1?hush=1":
        with pytest.raises(ValueError, match="%2F"):
            addresses.shown_all(given)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("memory://key:hush@bucket/logs?token=hush", "memory://bucket/logs"),
        ("memory://key:hu/hush@bucket/logs", "memory://bucket/logs"),
        ("memory://key:hu?hush@bucket/logs#hush", "memory://bucket/logs"),
        ("memory://bucket/a@b?token=hush", "memory://bucket/a@b"),
        ("/srv/a@b", "/srv/a@b"),
    ],
)
def test_an_archives_address_is_shown_without_its_password(given: str, shown: str) -> None:
    assert Place(given).shown == shown


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_bug_is_logged_without_what_its_frames_held(
    log_format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(token: bytes) -> None:
        raise ZeroDivisionError(f"of {len(token)} bytes")

    logs.configure(Settings.model_validate({"log_format": log_format}), worker="w0")
    try:
        fails(TOKEN)
    except ZeroDivisionError as error:
        structlog.get_logger().error("bug", id="w0-1", exc_info=error)
    finally:
        structlog.reset_defaults()
        structlog.contextvars.clear_contextvars()
    told = capsys.readouterr().err
    assert "ZeroDivisionError: of 32 bytes" in told
    assert "fails(TOKEN)" in told, "the traceback is there"
    assert repr(TOKEN)[:12] not in told
