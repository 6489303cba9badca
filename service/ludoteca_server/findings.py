"""What a check of the set-up found, and the checks of a store that start and doctor share."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal

from ludoteca_server.valkey import VERSION_MIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludoteca_server.eventlog.survey import StoreFacts

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer of `ludoteca doctor`."""

    check: str
    """What was looked at."""
    level: Level
    what: str
    """What was found, in a sentence."""
    todo: str = ""
    """What to do about it; empty if nothing."""

    def __str__(self) -> str:
        return f"{self.what} {self.todo}".strip()


def of_tokens(host: str, *, tls: bool) -> Finding | None:
    """What is wrong with how seat tokens travel; None if nothing is."""
    try:
        is_here = ip_address(host).is_loopback
    except ValueError:
        is_here = host == "localhost"
    if tls or is_here:
        return None
    return Finding(
        "tls",
        "warn",
        f"Others reach {host} without TLS: whoever listens on the way can take seats over.",
        "Set tls_cert and tls_key, or let a proxy before it speak TLS.",
    )


def of_store(facts: StoreFacts, durability: str) -> Iterator[Finding]:
    """What is right and wrong with a store of the operator's own."""
    name = f"{facts.product.capitalize()} {facts.version}"
    if facts.major < VERSION_MIN:
        yield Finding(
            "store version",
            "fail",
            f"The store is {name}.",
            f"Use Redis >= {VERSION_MIN} or Valkey: sharded pub/sub is needed.",
        )
    else:
        yield Finding("store version", "ok", f"The store is {name}.")
    if facts.cluster:
        yield Finding(
            "store cluster",
            "fail",
            "The store is a cluster.",
            "Clusters are not supported yet: use a single primary.",
        )
    if facts.role != "master":
        yield Finding(
            "store role", "fail", "The store is a read-only replica.", "Name its primary instead."
        )
    yield _of_durability(facts, durability)
    yield _of_memory(facts)


def _of_durability(facts: StoreFacts, durability: str) -> Finding:
    wanted = "always" if durability == "power" else "everysec"
    check = "store durability"
    if not facts.aof_write_ok:
        return Finding(
            check, "fail", "The store could not write its append-only file.", "Free disk space."
        )
    if facts.appendonly is None:
        return Finding(
            check,
            "warn",
            "The store does not tell how it writes to its disk.",
            f"See to it that it has appendonly yes and appendfsync {wanted}.",
        )
    if not facts.appendonly:
        return Finding(
            check,
            "fail",
            "The store keeps everything in memory: a restart loses every table.",
            f"CONFIG SET appendonly yes; CONFIG SET appendfsync {wanted}; write both to its configuration.",
        )
    if facts.appendfsync == "no" or (wanted == "always" and facts.appendfsync != "always"):
        return Finding(
            check,
            "warn",
            f"The store has appendfsync {facts.appendfsync}: a power cut loses acknowledged actions.",
            f"CONFIG SET appendfsync {wanted}, or serve with --durability process.",
        )
    return Finding(check, "ok", f"The store writes appendfsync {facts.appendfsync}.")


def _of_memory(facts: StoreFacts) -> Finding:
    check = "store memory"
    policy = facts.maxmemory_policy
    if policy not in (None, "noeviction"):
        return Finding(
            check,
            "fail",
            f"The store has maxmemory-policy {policy}: it throws tables away when it is full.",
            "CONFIG SET maxmemory-policy noeviction",
        )
    if facts.maxmemory and facts.used_memory > 0.9 * facts.maxmemory:
        percent = 100 * facts.used_memory // facts.maxmemory
        return Finding(
            check, "warn", f"The store has used {percent} % of its maxmemory.", "Raise maxmemory."
        )
    return Finding(check, "ok", f"The store holds {facts.used_memory / 1e6:.1f} MB.")
