"""The client's commands against a service that speaks TLS and asks for a certificate."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.api.table import Service
from tests.integration.certificates import Certificates

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.e2e.cli.conftest import Cli

SOLO = ("play", "burgenland", "--seats", "2", "--name", "Ana", "--ask", "off", "--width", "120")


@pytest.fixture
def made(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path)


@pytest.fixture
def server(tmp_path: Path, made: Certificates) -> Iterator[str]:
    """Where the service is."""
    files = {"tls_cert": made.cert, "tls_key": made.key, "tls_client_ca": made.client_ca}
    service = Service(tmp_path / "service", workers=1, **files)
    yield f"localhost:{service.address.rpartition(':')[2]}"
    assert service.stop() == 0


def test_every_command_of_a_client_shows_a_certificate(
    cli: Cli, made: Certificates, server: str
) -> None:
    trust = ("--server", server, "--ca-file", str(made.ca))
    own = ("--cert-file", str(made.client_cert), "--key-file", str(made.client_key))
    played = cli(*SOLO, *trust, *own, typed="resign\nresign\n")
    assert played.status == 0, played.err

    variables = {
        "LUDOTECA_SERVER": server,
        "LUDOTECA_CA_FILE": str(made.ca),
        "LUDOTECA_CERT_FILE": str(made.client_cert),
        "LUDOTECA_KEY_FILE": str(made.client_key),
    }
    cli.env.update(variables)
    (table,) = cli("tables", "--json").json()
    watched = cli("watch", table["table_id"], "--json")
    assert watched.status == 0, watched.err
    assert len(watched.out.splitlines()) == table["seq"]
    exported = cli("record", "export", table["table_id"], "-o", "kept.jsonl", "--json")
    assert exported.status == 0, exported.err
    assert json.loads(exported.out)["lines"] == table["seq"] + 1
    replayed = cli("replay", table["table_id"], typed="q\n")
    assert replayed.status == 0, replayed.err

    for name in variables:
        del cli.env[name]
    left = cli(*SOLO, *trust, *own, typed="q\n")
    assert " ".join(trust) in left.out, "who comes back says all of it again"
    assert " ".join(own) in left.out
    for arguments in (("tables",), ("watch", table["table_id"], "--json")):
        refused = cli(*arguments, *trust)
        assert refused.status == 1
        assert "asks for a certificate: name yours and its key (--cert-file" in refused.err
        assert "Traceback" not in refused.err


def test_a_server_that_is_not_trusted_is_one_sentence(
    cli: Cli, made: Certificates, server: str
) -> None:
    refused = cli("tables", "--server", server, "--ca-file", str(made.client_ca))
    assert refused.status == 1
    assert "name the one that signed it (--ca-file)" in refused.err
    assert refused.err.startswith("ludoteca: "), "gRPC says nothing of its own"
    assert refused.err.count("\n") == 1
