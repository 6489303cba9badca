"""Certificates of the test's own: an authority, a server, a client, and strangers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import grpc
import trustme

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Identity:
    """A certificate chain and its key, in PEM."""

    chain: bytes
    key: bytes

    @classmethod
    def by(cls, authority: trustme.CA, name: str) -> Identity:
        """One that `authority` signs."""
        made = authority.issue_cert(name)
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
