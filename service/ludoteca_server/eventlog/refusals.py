"""What the store's refusals mean, in sentences that say what to do."""

from __future__ import annotations

import ssl

from redis import exceptions as redis_errors

from ludoteca_server.model.errors import LudotecaError, StoreAway, StoreFull

_FULL = {
    "OOM": "The store is out of memory (maxmemory) and refused the event. Raise maxmemory or move finished tables away, then retry.",
    "NOREPLICAS": "The store takes no events now: its disk is nearly full, or it has too few replicas. Make room, or bring a replica back, then retry.",
    "MISCONF": "The store cannot write to its disk and refused the event. Free disk space, then retry.",
}

_AWAY = {
    "READONLY": "The store is a read-only replica now. Name the primary too (redis takes several addresses); retry with the same request id.",
    "LOADING": "The store is still loading its data. Retry in a moment with the same request id.",
    "NOAUTH": "The store asks for a password. Put it into the redis URL: redis://:PASSWORD@HOST.",
    "WRONGPASS": "The store refuses the user or the password of the redis URL.",
    "NOPERM": "The store's user lacks a permission: it needs scripting, streams, hashes, sorted sets and sharded pub/sub.",
    "MOVED": "The store is moving the table to another server. Retry with the same request id.",
    "ASK": "The store is moving the table to another server. Retry with the same request id.",
    "TRYAGAIN": "The store is moving the table to another server. Retry with the same request id.",
    "CLUSTERDOWN": "The store is a cluster and it is down. Retry with the same request id.",
    "MASTERDOWN": "The store is a replica whose primary is down. Retry with the same request id.",
    "BUSY": "The store is busy with a long script. Retry with the same request id.",
}


class Lost(redis_errors.ResponseError):
    """Stands in for the reply of a server that did not answer, where others did. It says what a caller may be told."""


def is_no_stream(error: Exception) -> bool:
    """Whether the store says that a key holds something else than it was taken for."""
    return _code(error) == "WRONGTYPE" or str(error).startswith("WRONGTYPE")


def meaning(error: Exception, where: str) -> LudotecaError:
    """The error a caller gets for the store's `error`; `where` names the store."""
    if isinstance(error, Lost):
        return StoreAway(str(error))
    code = _code(error) or str(error).partition(" ")[0]
    if code in _FULL:
        return StoreFull(_FULL[code])
    if code in _AWAY:
        return StoreAway(_AWAY[code])
    if isinstance(error, redis_errors.ResponseError):
        why = str(error).partition(", with args")[0]  # which are events, perhaps
        return StoreAway(f"The store at {where} refused a command: {why}")
    found = _of_tls(error, where)
    if found is None:
        found = f"The store at {where} does not answer. Is it running"
        if where.startswith("rediss://"):
            # Its own words about a certificate may be lost: it closes the connection right behind them.
            found += (
                ", and does it speak TLS? If it asks for a certificate, name one that it trusts: "
                "?ssl_certfile=FILE&ssl_keyfile=FILE."
            )
        else:
            found += "?"
    return StoreAway(f"{found} Retry with the same request id.")


_TLS = {
    "CERTIFICATE_REQUIRED": "asks for a certificate: name yours in the redis URL, ?ssl_certfile=FILE&ssl_keyfile=FILE.",
    "KEY_VALUES_MISMATCH": "is asked with a certificate whose key is another one: correct ssl_certfile and ssl_keyfile.",
    "ALERT_UNKNOWN_CA": "does not trust the certificate of ssl_certfile: show one that its tls-ca-cert-file signed.",
    "ALERT_CERTIFICATE_EXPIRED": "refuses the certificate of ssl_certfile because it has expired: renew it.",
}


def _of_tls(error: BaseException | None, where: str) -> str | None:
    """What is wrong with TLS to the store, and what to do; None if it is something else."""
    while error is not None:
        match error:
            case ssl.SSLCertVerificationError():
                return (
                    f"The certificate of the store at {where} is refused: {error.verify_message}. Name the one that "
                    "signed it in the redis URL (?ssl_ca_certs=FILE), or renew it."
                )
            case ssl.SSLError():
                reason = error.reason or ""
                usual = f"does not take the certificate files of the redis URL ({reason or error.strerror})."
                told = (what for known, what in _TLS.items() if reason.endswith(known))
                return f"The store at {where} {next(told, usual)}"
            case FileNotFoundError() | PermissionError() if where.startswith("rediss://"):
                return (
                    f"A certificate file that the redis URL of {where} names cannot be read "
                    f"({error.strerror}): correct ssl_ca_certs, ssl_certfile and ssl_keyfile."
                )
        error = error.__cause__ or error.__context__  # redis-py names no cause
    return None


def _code(error: BaseException | None) -> str | None:
    """The store's code; redis-py hides it in a cause when it comes while connecting."""
    while error is not None:
        code = getattr(error, "status_code", None)
        if isinstance(code, str):
            return code
        error = error.__cause__
    return None
