"""What kind of store is behind its addresses: for the checks at start and for `ludoteca doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.eventlog.routing import open_carrier

if TYPE_CHECKING:
    from ludoteca_server.eventlog.carrier import Carrier, Reply

_CONFIG = (
    "appendonly",
    "appendfsync",
    "maxmemory",
    "maxmemory-policy",
    "min-replicas-to-write",
)


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """A server as it describes itself. None: it does not tell (managed services hide their configuration)."""

    where: str
    """Its address without its password."""
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
    replicas: int
    """How many replicas are connected to it."""
    min_replicas: int | None
    """Without so many it takes no writes."""

    @property
    def major(self) -> int:
        """The version's first number, counted as Redis counts: Valkey began at 7."""
        return int(self.version.partition(".")[0] or 0)


async def survey(url: str, *, timeout_s: float = 5.0) -> list[StoreFacts]:
    """Asks every server of the store that takes writes what it is; a replica too if it is all there is at `url`.

    Raises:
        StoreAway: one does not answer, or not as a Redis does.
        ValueError: the address makes no sense.
    """
    carrier = open_carrier(url, name="ludoteca-survey", timeout_s=timeout_s)
    try:
        return [await _facts(server) for server in await carrier.primaries()]
    finally:
        await carrier.close()


async def _facts(server: Carrier) -> StoreFacts:
    info, config, time = await server.send(("INFO",), ("CONFIG", "GET", *_CONFIG), ("TIME",))
    if isinstance(info, redis_errors.ResponseError):
        raise meaning(info, server.where)
    told = _fields(info)
    found = _pairs(config)
    product = "valkey" if "valkey_version" in told else "redis"
    maxmemory, min_replicas = found.get("maxmemory"), found.get("min-replicas-to-write")
    appendonly = found.get("appendonly")
    return StoreFacts(
        where=server.where,
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
        replicas=int(told.get("connected_slaves", 0)),
        min_replicas=None if min_replicas is None else int(min_replicas),
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
