"""What the store's refusals mean, in sentences that say what to do."""

from __future__ import annotations

from redis import exceptions as redis_errors

from ludoteca_server.model.errors import LudotecaError, StoreAway, StoreFull

_FULL = {
    "OOM": "The store is out of memory (maxmemory) and refused the event. Raise maxmemory or move finished tables away, then retry.",
    "NOREPLICAS": "The store takes no events now: its disk is nearly full, or it has too few replicas. Free disk space, then retry.",
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
        return StoreAway(f"The store at {where} refused a command: {error}")
    return StoreAway(
        f"The store at {where} does not answer. Is it running? Retry with the same request id."
    )


def _code(error: BaseException | None) -> str | None:
    """The store's code; redis-py hides it in a cause when it comes while connecting."""
    while error is not None:
        code = getattr(error, "status_code", None)
        if isinstance(code, str):
            return code
        error = error.__cause__
    return None
