"""Refusals, logs and metrics of tables of every game hold no secret; one that is let out is found."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
import structlog
from google.protobuf.any_pb2 import Any

import ludoteca_core
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server import logs
from ludoteca_server.metrics.text import of_worker
from ludoteca_server.settings import Settings
from ludoteca_server.transport.metadata import caller_of
from ludoteca_server.transport.status import status_of
from tests.e2e.api.table import channel, new_game
from tests.integration.secrecy.callers import TABLES, Caller, refused
from tests.integration.secrecy.canaries import GAMES, found
from tests.integration.secrecy.desk import Hall, RandomSecrets
from tests.integration.secrecy.search import leaks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.rpc.status_pb2 import Status

    from ludoteca_server.transport.metadata import Context
    from tests.e2e.api.table import Game

MOVES = 24
REFUSALS = {
    "ABORTED",
    "FAILED_PRECONDITION",
    "INTERNAL",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "OUT_OF_RANGE",
}


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What a worker would write to standard error, at debug and in the usual format."""
    told = io.StringIO()
    settings = Settings.model_validate({"log_level": "debug"})
    structlog.configure(
        processors=logs.processors(settings, colors=False),
        logger_factory=structlog.WriteLoggerFactory(told),
    )
    yield told
    structlog.reset_defaults()


@dataclass
class Told:
    """What left the server: by place, and to each caller."""

    places: dict[str, bytes]
    callers: list[Caller]
    secrets: dict[str, bytes] = field(default_factory=dict)

    def leaks(self) -> list[str]:
        """Every secret that is somewhere, and what callers were told of each other's requests."""
        told = {f"refusals of {each.name}": bytes(each.told) for each in self.callers}
        found_leaks = leaks(self.places | told, self.secrets)
        for caller in self.callers:
            others = {
                f"a request id of {other.name}": each
                for other in self.callers
                for each in other.request_ids
            }
            own = {f"a request id of {caller.name}"}
            wanted = {name: each for name, each in others.items() if name not in own}
            found_leaks += leaks({f"refusals of {caller.name}": bytes(caller.told)}, wanted)
            found_leaks += leaks(self.places, others)
        return found_leaks


async def everything(game: str, log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> Told:
    """A table of a game, refusals of every kind to everybody, and a bug; what left."""
    hall = Hall()
    hall.plant(game)
    await hall.start()
    terms: dict[str, Any] = {}
    if game == "buurn":
        terms["options"] = Any()
        terms["options"].Pack(buurn_pb2.Options(tick_ms=0))
    table = await new_game(hall.stubs, 3, start=True, game=game, **terms)
    tokens: list[bytes | None] = [*table.tokens, b"\x07" * 32, None]
    names = ["seat 0", "seat 1", "seat 2", "a stranger", "nobody"]
    lines = [channel(f"127.0.0.1:{hall.port}") for _ in names]
    callers = [Caller(*each) for each in zip(names, tokens, lines, strict=True)]
    for move in range(MOVES):
        await table.move(hall.stubs, move)
    acting, _ = await table.request(hall.stubs)
    for caller in callers:
        await refused(caller, table, acting.action)

    async def fails(*asked: object) -> None:
        raise RuntimeError(f"a bug for {len(asked)} reasons")

    monkeypatch.setattr(hall.app.tables, "at", fails)
    for caller in callers:
        await caller.ask(f"{TABLES}/GetView", wire.GetViewRequest(table_id=table.table_id, seq=3))
    places = {"the log": log.getvalue().encode(), "metrics": of_worker(hall.app)()}
    for line in lines:
        await line.close()
    await hall.stop()
    return Told(places, callers, _secrets(hall, table))


def _secrets(hall: Hall, table: Game) -> dict[str, bytes]:
    entries = hall.house.log.logs[table.table_id]
    secrets = {f"chain {each.id.seq}": each.id.chain.to_bytes(8, "big") for each in entries}
    for seat, token in enumerate(table.tokens):
        secrets[f"token {seat}"] = token
        secrets[f"hash {seat}"] = ludoteca_core.hash_token(token)
    assert isinstance(hall.house.secrets, RandomSecrets)
    [seed] = [each for each in hall.house.secrets.given if each in entries[0].event]
    return secrets | {"seed": seed} | {f"event {each.id.seq}": each.event for each in entries}


@pytest.mark.parametrize("game", GAMES)
async def test_r02_refusals_logs_and_metrics_hold_no_secret(
    game: str, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = await everything(game, log, monkeypatch)
    assert told.leaks() == []
    assert set().union(*(caller.codes for caller in told.callers)) >= REFUSALS
    assert b"RuntimeError: a bug for " in told.places["the log"], "the traceback is there"
    for place, text in told.places.items():
        assert len(text) > 1_000, f"{place}: there is something to search"
        assert not found(text), f"{place} names cards"
    for caller in told.callers[-2:]:
        assert found(bytes(caller.told)) <= caller.asked, (
            "who holds no seat hears only its own words"
        )
    print(
        f"{game}: {sum(len(c.told) for c in told.callers)} bytes of refusals, no secret of {len(told.secrets)}"
    )


async def test_a_secret_that_is_let_out_is_found(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faults that somebody might make: a line of the log and a refusal that say too much."""
    last: list[bytes] = []

    def talks(context: Context) -> bytes | None:
        structlog.get_logger().debug("call", metadata=context.invocation_metadata())
        last[:] = [caller_of(context) or b""]
        return last[0] or None

    def explains(error: Exception) -> Status:
        status = status_of(error)
        status.message += f" (of {base64.b64encode(b'-' + b''.join(last)).decode()})"
        return status

    monkeypatch.setattr("ludoteca_server.transport.tables.caller_of", talks)
    monkeypatch.setattr("ludoteca_server.transport.interceptor.status_of", explains)
    found_leaks = (await everything("burgenland", log, monkeypatch)).leaks()
    assert "token 1 in the log" in found_leaks
    assert any(each.startswith("hash ") and " in refusals of " in each for each in found_leaks)
