"""What a check of the set-up found, and the checks of a store that start and doctor share."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal

from ludoteca_server.model.durability import SURVIVES, fsync, needs_replica
from ludoteca_server.valkey import VERSION_MIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludoteca_server.eventlog.survey import StoreFacts
    from ludoteca_server.model.durability import Durability

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


def of_level(durability: Durability, before: Sequence[Finding] = ()) -> Finding:
    """What the chosen level promises, if the store (in the findings before) is set so that it can be kept."""
    survives = f"acknowledged actions survive {SURVIVES[durability]}"
    if any(f.check in ("store", "store durability") and f.level != "ok" for f in before):
        return Finding(
            "durability",
            "warn",
            f"The level asked for is {durability} ({survives}): the store does not keep it now, see above.",
        )
    return Finding("durability", "ok", f"The level is {durability}: {survives}.")


_ORDER: dict[Level, int] = {"fail": 0, "warn": 1, "ok": 2}


def of_stores(servers: Sequence[StoreFacts], durability: Durability) -> Iterator[Finding]:
    """What is right and wrong with a store of the operator's own: of each check the worst that a server has."""
    found: dict[str, Finding] = {}
    for facts in servers:
        for finding in of_store(facts, durability):
            known = found.get(finding.check)
            if known is None or _ORDER[finding.level] < _ORDER[known.level]:
                found[finding.check] = finding
    if len(servers) > 1:
        what = f"The store is a cluster of {len(servers)} primaries."
        found["store cluster"] = Finding("store cluster", "ok", what)
    yield from found.values()


def of_store(facts: StoreFacts, durability: Durability) -> Iterator[Finding]:
    """What is right and wrong with a server of it that takes writes."""
    name = f"{facts.product.capitalize()} {facts.version}"
    if facts.major < VERSION_MIN:
        yield Finding(
            "store version",
            "fail",
            f"The store at {facts.where} is {name}.",
            f"Use Redis >= {VERSION_MIN} or Valkey: sharded pub/sub is needed.",
        )
    else:
        yield Finding("store version", "ok", f"The store is {name}.")
    if facts.role != "master":
        yield Finding(
            "store role",
            "fail",
            f"The store at {facts.where} is a read-only replica.",
            "Name its primary instead, or both with a comma between.",
        )
    yield _of_durability(facts, durability)
    if needs_replica(durability):
        yield _of_replicas(facts, "power" if fsync(durability) == "always" else "process")
    yield _of_memory(facts)


def _of_replicas(facts: StoreFacts, without: Durability) -> Finding:
    """`without`: the level that the store's writing keeps without a replica."""
    check = "store replicas"
    if facts.replicas == 0:
        return Finding(
            check,
            "warn",
            f"The store at {facts.where} has no replica now: nothing is acknowledged or shown until it has one.",
            f"Start a replica of it, or serve with --durability {without}.",
        )
    if facts.min_replicas == 0:
        return Finding(
            check,
            "warn",
            f"The store at {facts.where} takes writes while it has no replica, only to leave them unacknowledged.",
            "CONFIG SET min-replicas-to-write 1; write it to its configuration.",
        )
    replicas = "1 replica" if facts.replicas == 1 else f"{facts.replicas} replicas"
    return Finding(check, "ok", f"The store at {facts.where} has {replicas}.")


def _of_durability(facts: StoreFacts, durability: Durability) -> Finding:
    wanted = fsync(durability)
    lower = "node" if needs_replica(durability) else "process"
    check = "store durability"
    if not facts.aof_write_ok:
        return Finding(
            check,
            "fail",
            f"The store at {facts.where} could not write its append-only file.",
            "Free disk space.",
        )
    if facts.appendonly is None:
        return Finding(
            check,
            "warn",
            f"The store at {facts.where} does not tell how it writes to its disk.",
            f"See to it that it has appendonly yes and appendfsync {wanted}.",
        )
    if not facts.appendonly:
        return Finding(
            check,
            "fail",
            f"The store at {facts.where} keeps everything in memory: a restart loses every table.",
            f"CONFIG SET appendonly yes; CONFIG SET appendfsync {wanted}; write both to its configuration.",
        )
    if facts.appendfsync == "no" or (wanted == "always" and facts.appendfsync != "always"):
        return Finding(
            check,
            "warn",
            f"The store at {facts.where} has appendfsync {facts.appendfsync}: a power cut loses acknowledged actions.",
            f"CONFIG SET appendfsync {wanted}, or serve with --durability {lower}.",
        )
    return Finding(check, "ok", f"The store writes appendfsync {facts.appendfsync}.")


def _of_memory(facts: StoreFacts) -> Finding:
    check = "store memory"
    policy = facts.maxmemory_policy
    if policy not in (None, "noeviction"):
        return Finding(
            check,
            "fail",
            f"The store at {facts.where} has maxmemory-policy {policy}: it throws tables away when it is full.",
            "CONFIG SET maxmemory-policy noeviction",
        )
    if facts.maxmemory and facts.used_memory > 0.9 * facts.maxmemory:
        percent = 100 * facts.used_memory // facts.maxmemory
        return Finding(
            check,
            "warn",
            f"The store at {facts.where} has used {percent} % of its maxmemory.",
            "Raise maxmemory.",
        )
    return Finding(check, "ok", f"The store holds {facts.used_memory / 1e6:.1f} MB.")
