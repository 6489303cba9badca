"""Certificates of the test's own: an authority, a server, a client, and strangers."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

import grpc
import trustme

if TYPE_CHECKING:
    from pathlib import Path

_LONG_AGO = datetime.datetime(2019, 1, 1, tzinfo=datetime.UTC)
EXPIRED = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Identity:
    """A certificate chain and its key, in PEM."""

    chain: bytes
    key: bytes

    @classmethod
    def by(
        cls, authority: trustme.CA, *names: str, until: datetime.datetime | None = None
    ) -> Identity:
        """One that `authority` signs."""
        made = authority.issue_cert(*names, not_before=_LONG_AGO, not_after=until)
        chain = b"".join(blob.bytes() for blob in made.cert_chain_pems)
        return cls(chain, made.private_key_pem.bytes())


class Certificates:
    """Made anew for every test; nothing of it is worth keeping."""

    def __init__(self, folder: Path) -> None:
        self.authority, self.clients_authority, stranger = (trustme.CA() for _ in range(3))
        server = Identity.by(self.authority, "localhost")
        self.client = Identity.by(self.clients_authority, "ana@example.org")
        self.strangers_client = Identity.by(stranger, "eve@example.org")
        self.strangers_authority = stranger
        self.cert, self.key, self.client_ca = (
            folder / name for name in ("server.pem", "server.key", "clients.pem")
        )
        self.cert.write_bytes(server.chain)
        self.key.write_bytes(server.key)
        self.clients_authority.cert_pem.write_to_path(self.client_ca)
        self.ca, self.client_cert, self.client_key = (
            folder / name for name in ("ca.pem", "client.pem", "client.key")
        )
        self.authority.cert_pem.write_to_path(self.ca)
        self.client_cert.write_bytes(self.client.chain)
        self.client_key.write_bytes(self.client.key)

    def credentials(
        self, client: Identity | None, *, authority: trustme.CA | None = None
    ) -> grpc.ChannelCredentials:
        """Of a caller that shows `client` and trusts `authority`, by default the server's."""
        return grpc.ssl_channel_credentials(
            (authority or self.authority).cert_pem.bytes(),
            None if client is None else client.key,
            None if client is None else client.chain,
        )


class StoreTls:
    """A store's certificates: it asks its clients for one, and its servers trust each other."""

    def __init__(self, folder: Path) -> None:
        self._authority = trustme.CA()
        self._files = {
            name: folder / f"store-{name}.pem" for name in ("ca", "cert", "key", "client", "own")
        }
        client = Identity.by(self._authority, "ludoteca@example.org")
        self._authority.cert_pem.write_to_path(self._files["ca"])
        self._files["client"].write_bytes(client.chain)
        self._files["own"].write_bytes(client.key)
        self.renew(None)

    def renew(self, until: datetime.datetime | None) -> None:
        """Gives the server another certificate, which it reads when its `tls-cert-file` is set anew."""
        server = Identity.by(self._authority, "127.0.0.1", until=until)
        self._files["cert"].write_bytes(server.chain)
        self._files["key"].write_bytes(server.key)

    @property
    def keys(self) -> list[Path]:
        """The private keys."""
        return [self._files["key"], self._files["own"]]

    @property
    def options(self) -> dict[str, object]:
        """What the server is told."""
        return {
            "tls-cert-file": self._files["cert"],
            "tls-key-file": self._files["key"],
            "tls-ca-cert-file": self._files["ca"],
            "tls-replication": "yes",
            "tls-cluster": "yes",
        }

    @property
    def trust(self) -> str:
        """What of a client's URL says whom to trust."""
        return f"ssl_ca_certs={self._files['ca']}"

    @property
    def query(self) -> str:
        """What a client's URL says of them."""
        own = f"ssl_certfile={self._files['client']}&ssl_keyfile={self._files['own']}"
        return f"{self.trust}&{own}"
