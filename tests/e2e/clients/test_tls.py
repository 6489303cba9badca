"""The SDK over TLS: it trusts the certificate it was given, and no other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludoteca_client import BadRequest, Client, ServerAway, Tls
from tests.e2e.api.table import Service

if TYPE_CHECKING:
    from collections.abc import Iterator

TLS = Path(__file__).parents[2] / "data" / "tls"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    service = Service(tmp_path, tls_cert=TLS / "server.pem", tls_key=TLS / "server.key")
    yield service.address
    assert service.stop() == 0


async def test_tls_trusts_what_it_was_told_to(address: str) -> None:
    async with Client(address, tls=Tls(ca_file=TLS / "server.pem")) as client:
        assert "burgenland" in [game.id for game in await client.games()]
    for trust, what in (
        (False, "speaks TLS: say --tls"),
        (True, "name the one that signed it"),
        (Tls(ca_file=TLS / "other.pem"), "name the one that signed it"),
    ):
        async with Client(address, tls=trust, first_patience_s=0.2) as client:
            with pytest.raises(ServerAway, match=what):
                await client.games()
    async with Client(address, tls=Tls(ca_file=TLS / "none.pem")) as client:
        with pytest.raises(BadRequest, match="cannot be read"):
            await client.games()
