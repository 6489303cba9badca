"""A client and a server that cannot agree on TLS: one sentence, at once, on what is wrong and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from ludoteca_client import BadRequest, Client, ServerAway, Tls
from ludoteca_client.tokens import Token
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from tests.integration.certificates import EXPIRED, Certificates, Identity
from tests.unit.application.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


class Files(Certificates):
    """The usual certificates, and those that are wrong."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder = folder
        self.others_ca = folder / "others-ca.pem"
        self.strangers_authority.cert_pem.write_to_path(self.others_ca)
        self.good = Tls(self.ca, cert_file=self.client_cert, key_file=self.client_key)
        self.bare = Tls(self.ca)
        expired = Identity.by(self.clients_authority, "ana@example.org", until=EXPIRED)
        self.expired = self._pair("expired", expired)
        self.strangers = self._pair("stranger", self.strangers_client)
        self.old_server = self._pair(
            "server-2019", Identity.by(self.authority, "localhost", until=EXPIRED)
        )

    def _pair(self, name: str, identity: Identity) -> Tls:
        cert, key = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        cert.write_bytes(identity.chain)
        key.write_bytes(identity.key)
        return Tls(self.ca, cert_file=cert, key_file=key)


@dataclass
class Places:
    """Where servers of each kind listen."""

    mutual: str
    tls: str
    old: str
    plain: str


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest_asyncio.fixture
async def places(files: Files) -> AsyncIterator[Places]:
    own: dict[str, object] = {"tls_cert": files.cert, "tls_key": files.key}
    old: dict[str, object] = {
        "tls_cert": files.old_server.cert_file,
        "tls_key": files.old_server.key_file,
    }
    kinds = {
        "mutual": own | {"tls_client_ca": files.client_ca},
        "tls": own,
        "old": old,
        "plain": {},
    }
    transports, found = [], {}
    for name, given in kinds.items():
        settings = Settings.model_validate({"port": 0, "drain_s": 0} | given)
        transports.append(Transport(House().worker(), settings))
        found[name] = f"localhost:{await transports[-1].start()}"
    yield Places(**found)
    for transport in transports:
        await transport.drain()


async def refusal(address: str, tls: Tls | bool) -> str:
    """What a caller is told; it does not go on trying what cannot work."""
    async with Client(address, tls=tls, first_patience_s=60, patience_s=60) as client:
        with pytest.raises(ServerAway) as refused:
            await client.games()
        assert refused.value.reason == "tls"
        with pytest.raises(ServerAway) as streamed:
            async with client.watch("t" * 26) as stream:
                await anext(aiter(stream))
        assert str(streamed.value) == str(refused.value), "a stream says the same"
    return str(refused.value)


async def test_what_is_wrong_with_a_certificate_is_said_and_what_to_do(
    files: Files, places: Places
) -> None:
    async with Client(places.mutual, tls=files.good) as client:
        assert await client.games()
    wrong_ca = Tls(files.others_ca, cert_file=files.client_cert, key_file=files.client_key)
    other_name = Tls(files.ca, server_name="other.example.org")
    cases: list[tuple[str, Tls | bool, str, str]] = [
        (places.mutual, wrong_ca, "is refused", "name the one that signed it (--ca-file)"),
        (places.tls, True, "is refused", "name the one that signed it (--ca-file)"),
        (places.tls, other_name, "is for another name", "use the name in it"),
        (places.mutual, files.bare, "asks for a certificate", "--cert-file, --key-file"),
        (places.mutual, files.expired, "expired.pem has expired", "for a new one"),
        (places.mutual, files.strangers, "does not take your certificate", "Ask its operator"),
        (
            places.old,
            files.bare,
            "server at localhost",
            "has expired: its operator has to renew it",
        ),
        (places.tls, False, "speaks TLS", "say --tls"),
        (places.plain, files.bare, "speaks no TLS", "leave --tls"),
    ]
    for address, tls, what, todo in cases:
        told = await refusal(address, tls)
        assert what in told, told
        assert todo in told, told


async def test_files_that_do_not_fit_are_refused_before_anything_is_sent(files: Files) -> None:
    for tls, what in (
        (Tls(files.key), "server.key is no PEM file of certificates"),
        (Tls(files.ca, cert_file=files.client_cert, key_file=files.key), "is not the key of"),
        (Tls(files.ca, cert_file=files.key, key_file=files.key), "is not the key of"),
        (Tls(files.ca, cert_file=files.client_cert), "go together"),
        (Tls(files.ca, key_file=files.client_key), "go together"),
        (Tls(files.client_cert.parent / "none.pem"), "cannot be read"),
    ):
        async with Client("localhost:1", tls=tls) as client:
            with pytest.raises(BadRequest, match=what) as refused:
                await client.view("t" * 26, token=Token.fresh())
            assert refused.value.reason == "no_certificate"
