"""What must not leave a server, in every way in which it could be written, and the search for it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TypeAlias

from google.protobuf.text_encoding import CEscape

Secrets: TypeAlias = Mapping[str, bytes]
"""By a name that a failed test may print."""
_CHAIN_BYTES = 8


def forms(secret: bytes) -> set[bytes]:
    """The secret as bytes, in hex, in base64 at any place of a longer one, escaped as programs print bytes, as a number."""
    found = {
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        repr(secret)[2:-1].encode(),
    }
    found.add(CEscape(secret, False).encode())
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        for before in range(3):
            whole = encode(bytes(before) + secret).rstrip(b"=")
            end = len(whole) - ((before + len(secret)) % 3 > 0)
            found.add(whole[(before * 4 + 2) // 3 : end])
    if len(secret) == _CHAIN_BYTES:
        found |= {str(int.from_bytes(secret, order)).encode() for order in ("big", "little")}
        found.add(secret[::-1])
    return found


def leaks(places: Mapping[str, bytes], secrets: Secrets) -> list[str]:
    """Which secrets are in which places."""
    return [
        f"{name} in {place}"
        for name, secret in secrets.items()
        for form in [forms(secret)]
        for place, told in places.items()
        if any(each in told for each in form)
    ]


def lines_of_keys(*pems: bytes) -> Secrets:
    """The lines of private keys, any of which gives away a part of one."""
    lines = [line for pem in pems for line in pem.splitlines() if not line.startswith(b"-----")]
    return {f"line {number} of the keys": line for number, line in enumerate(filter(None, lines))}
