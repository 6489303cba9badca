"""Why TLS with a server does not work: gRPC tells too little, so the handshake is tried once more, by itself."""

from __future__ import annotations

import socket
import ssl
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca_client.line import Tls

_WITHIN_S = 2.0
_EXPIRED = 10
_OTHER_NAME = frozenset({62, 64})
"""OpenSSL's codes of what is wrong with a certificate."""
_ROUNDS_MOST = 10


def fault(address: str, tls: Tls | None) -> str | None:
    """What is wrong with TLS to the server, and what to do; None if it is something else. Blocks for some seconds at most."""
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal():
        return None
    try:
        with socket.create_connection((host, int(port)), _WITHIN_S) as line:
            if tls is None:
                return _of_plain(line, address)
            return _of_tls(line, address, host, tls)
    except OSError:  # nobody answers there
        return None


def _of_plain(line: socket.socket, address: str) -> str | None:
    """Whether a server that was asked without TLS wants it."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # it is only asked whether it speaks TLS
    try:
        context.wrap_socket(line).close()
    except OSError:
        return None
    return f"The server at {address} speaks TLS: say --tls, or --ca-file with the certificate that signed its own."


def _of_tls(line: socket.socket, address: str, host: str, tls: Tls) -> str | None:
    context = ssl.create_default_context(cafile=tls.ca_file)
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # both as gRPC has it
    context.set_alpn_protocols(["h2"])
    if tls.cert_file is not None:
        context.load_cert_chain(tls.cert_file, tls.key_file)
    try:
        secure = context.wrap_socket(line, server_hostname=tls.server_name or host)
    except ssl.SSLCertVerificationError as error:
        return _of_certificate(address, error)
    except ssl.SSLError as error:
        if error.reason == "WRONG_VERSION_NUMBER":
            return f"The server at {address} speaks no TLS: leave --tls, --ca-file and --cert-file out."
        if isinstance(error, ssl.SSLEOFError):  # it goes down
            return None
        return f"TLS with the server at {address} fails: {error.reason}."
    try:
        with secure:
            is_open = secure.recv(1) != b""  # a server that goes on begins to talk
    except TimeoutError:
        return None
    except OSError:
        is_open = False
    return None if is_open else _of_ours(address, tls)


def _of_ours(address: str, tls: Tls) -> str:
    """A server that takes no certificate, or not this one, hangs up after the handshake without a word."""
    if tls.cert_file is None:
        return f"The server at {address} asks for a certificate: name yours and its key (--cert-file, --key-file)."
    if _has_expired(tls):
        return f"Your certificate {tls.cert_file} has expired: ask the operator of {address} for a new one."
    return (
        f"The server at {address} does not take your certificate {tls.cert_file}: it wants one of an authority that it "
        "knows. Ask its operator for one."
    )


def _has_expired(tls: Tls) -> bool:
    """Whether somebody who trusts exactly this certificate refuses it for its age: a handshake in memory."""
    sides = [ssl.SSLContext(kind) for kind in (ssl.PROTOCOL_TLS_SERVER, ssl.PROTOCOL_TLS_CLIENT)]
    for side in sides:
        side.check_hostname = False
        side.load_cert_chain(tls.cert_file or "", tls.key_file)
    sides[0].load_verify_locations(tls.cert_file)
    sides[0].verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    sides[0].verify_mode, sides[1].verify_mode = ssl.CERT_REQUIRED, ssl.CERT_NONE
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    lines = [
        sides[1].wrap_bio(back, there),
        sides[0].wrap_bio(there, back, server_side=True),
    ]
    for _ in range(_ROUNDS_MOST):
        for line in lines:
            try:
                line.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError as error:
                return error.verify_code == _EXPIRED
            except ssl.SSLError:
                return False
    return False


def _of_certificate(address: str, error: ssl.SSLCertVerificationError) -> str:
    its = f"The certificate of the server at {address}"
    if error.verify_code == _EXPIRED:
        return f"{its} has expired: its operator has to renew it."
    if error.verify_code in _OTHER_NAME:
        return f"{its} is for another name ({error.verify_message}): use the name in it as the address."
    return f"{its} is refused ({error.verify_message}): name the one that signed it (--ca-file)."
