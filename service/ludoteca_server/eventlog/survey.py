"""What kind of store is behind an address: for the checks at start and for `ludoteca doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog.connection import Pipe
from ludoteca_server.eventlog.refusals import meaning

if TYPE_CHECKING:
    from ludoteca_server.eventlog.connection import Reply

_CONFIG = ("appendonly", "appendfsync", "maxmemory", "maxmemory-policy")


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """A store as it describes itself. None: it does not tell (managed services hide their configuration)."""

    product: str
    version: str
    role: str
    cluster: bool
    appendonly: bool | None
    appendfsync: str | None
    maxmemory: int | None
    maxmemory_policy: str | None
    used_memory: int
    aof_write_ok: bool
    """Whether the last write to the append-only file worked."""
    now_ms: int
    """Its clock, in milliseconds since 1970."""

    @property
    def major(self) -> int:
        """The version's first number, counted as Redis counts: Valkey began at 7."""
        return int(self.version.partition(".")[0] or 0)


async def survey(url: str, *, timeout_s: float = 5.0) -> StoreFacts:
    """Asks the store what it is.

    Raises:
        StoreAway: it does not answer, or not as a Redis does.
        ValueError: the address makes no sense.
    """
    pipe = Pipe(url, name="ludoteca-survey", timeout_s=timeout_s)
    try:
        info, config, time = await pipe.send(("INFO",), ("CONFIG", "GET", *_CONFIG), ("TIME",))
    finally:
        await pipe.close()
    if isinstance(info, redis_errors.ResponseError):
        raise meaning(info, pipe.where)
    told = _fields(info)
    found = _pairs(config)
    product = "valkey" if "valkey_version" in told else "redis"
    maxmemory = found.get("maxmemory")
    appendonly = found.get("appendonly")
    return StoreFacts(
        product=product,
        version=told.get(f"{product}_version", ""),
        role=told.get("role", ""),
        cluster=told.get("cluster_enabled") == "1",
        appendonly=None if appendonly is None else appendonly == "yes",
        appendfsync=found.get("appendfsync"),
        maxmemory=None if maxmemory is None else int(maxmemory),
        maxmemory_policy=found.get("maxmemory-policy") or told.get("maxmemory_policy"),
        used_memory=int(told.get("used_memory", 0)),
        aof_write_ok=told.get("aof_last_write_status", "ok") == "ok",
        now_ms=_ms(time),
    )


def _fields(info: Reply) -> dict[str, str]:
    """The lines `name:value` of INFO."""
    text = info.decode(errors="replace") if isinstance(info, bytes) else ""
    pairs = (line.partition(":") for line in text.splitlines() if not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def _pairs(config: Reply) -> dict[str, str]:
    """Names and values of CONFIG GET; none if it is forbidden."""
    words = (
        [one.decode(errors="replace") for one in config if isinstance(one, bytes)]
        if isinstance(config, list)
        else []
    )
    return dict(zip(words[::2], words[1::2], strict=True))


def _ms(time: Reply) -> int:
    match time:
        case [bytes(seconds), bytes(microseconds)]:
            return int(seconds) * 1000 + int(microseconds) // 1000
    return 0
