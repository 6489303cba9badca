"""A worker that cannot serve: its sentence names the file or the port, and what to do."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from ludoteca_server import tlscheck
from ludoteca_server.bootstrap import _why_not_served
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from tests.unit.application.house import House

TLS = Path(__file__).parents[2] / "data" / "tls"
REMEDY = "Correct tls_cert, tls_key or tls_client_ca"


async def told(**given: object) -> str:
    """What a worker with these settings says."""
    settings = Settings.model_validate({"port": 0, "drain_s": 0} | given)
    transport = Transport(House().worker(), settings)
    with pytest.raises((RuntimeError, OSError)) as failure:
        await transport.start()
    return _why_not_served(settings, failure.value)


@pytest.mark.parametrize(
    ("cert", "key", "client_ca", "names"),
    [
        ("server.pem", "README.md", None, "README.md are no PEM files"),
        ("server.pem", "other.key", None, "other.key is not the key of"),
        ("server.pem", "none.key", None, "none.key cannot be read: No such file"),
        ("README.md", "server.key", None, "README.md and"),
        ("server.pem", "server.key", "README.md", "README.md is no PEM file of certificates"),
    ],
)
async def test_a_tls_file_that_does_not_work_is_named(
    cert: str, key: str, client_ca: str | None, names: str
) -> None:
    ca = None if client_ca is None else TLS / client_ca
    sentence = await told(tls_cert=TLS / cert, tls_key=TLS / key, tls_client_ca=ca)
    assert names in sentence
    assert REMEDY in sentence


async def test_a_key_that_asks_for_a_password_is_named_and_nobody_is_asked(tmp_path: Path) -> None:
    locked = tmp_path / "locked.key"
    key = serialization.load_pem_private_key((TLS / "server.key").read_bytes(), None)
    locked.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"hush"),
        )
    )
    found = tlscheck.fault(TLS / "server.pem", locked, None)
    assert found is not None
    assert "locked.key is encrypted" in found
    assert found in await told(tls_cert=TLS / "server.pem", tls_key=locked)


@pytest.mark.parametrize("tls", [{}, {"tls_cert": TLS / "expired.pem", "tls_key": TLS / "key"}])
async def test_a_port_that_is_taken_is_named_whatever_the_files_are(
    tls: dict[str, object],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} at 127.0.0.1 is in use" in await told(port=port, **tls)


async def test_an_address_that_is_gone_is_named() -> None:
    assert "192.0.2.1 is no address of this machine" in await told(host="192.0.2.1")
