"""Tables on a live service and the calls that are measured, on plain gRPC stubs: no SDK between clock and wire."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Self

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca.v1 import table_service_pb2_grpc as stubs
from ludoteca_cli.bench.script import script
from ludoteca_cli.bench.seating import Metadata, seated
from ludoteca_core import hash_token

if TYPE_CHECKING:
    from collections.abc import Sequence

    import grpc
    from google.protobuf.any_pb2 import Any


class BenchTable:
    """A started table of the script; its seats act in turn."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = stubs.TableServiceStub(channel)
        self._tokens = [secrets.token_bytes(32) for _ in range(script.SEATS)]
        self._holders: list[Metadata] = [
            (("authorization", f"Bearer {token.hex()}"),) for token in self._tokens
        ]
        self._stream: grpc.aio.StreamStreamCall[wire.PlayRequest, wire.PlayResponse] | None = None
        self.table_id = ""

    def token_hash(self, seat: int) -> bytes:
        """What the log stores of a seat's token."""
        return hash_token(self._tokens[seat])

    async def open(self) -> Self:
        """Creates, fills and starts the table."""
        self.table_id = await seated(self._stub, script.GAME, script.OPTIONS, self._holders)
        return self

    async def act(self, seat: int, actions: Sequence[Any]) -> int:
        """Unary actions, one after the other; how many."""
        for action in actions:
            await self._stub.Act(
                wire.ActRequest(
                    table_id=self.table_id, action=action, request_id=secrets.token_bytes(16)
                ),
                metadata=self._holders[seat],
            )
        return len(actions)

    async def act_rounds(self, rounds: int) -> int:
        """Whole rounds of unary actions, both seats; how many actions."""
        done = 0
        for _ in range(rounds):
            for seat in range(script.SEATS):
                done += await self.act(seat, script.TURN)
        return done

    async def play(self, actions: Sequence[Any]) -> int:
        """One message of actions of the first seat on its stream, awaited until the last is durable."""
        stream = self._stream or await self._opened()
        message = wire.PlayActions()
        for action in actions:
            message.actions.add(action=action, request_id=secrets.token_bytes(16))
        await stream.write(wire.PlayRequest(actions=message))
        accepted = 0
        while accepted < len(actions):
            response = await stream.read()
            assert isinstance(response, wire.PlayResponse), "the stream ended"  # noqa: S101
            grouped = response.HasField("group")
            for each in response.group.responses if grouped else (response,):
                kind = each.WhichOneof("message")
                assert kind != "refused", each  # noqa: S101
                accepted += kind == "accepted"
        return accepted

    async def _opened(self) -> grpc.aio.StreamStreamCall[wire.PlayRequest, wire.PlayResponse]:
        self._stream = self._stub.Play(metadata=self._holders[0])
        await self._stream.write(
            wire.PlayRequest(open=wire.PlayOpen(table_id=self.table_id, from_seq=0, groups=True))
        )
        return self._stream

    async def play_apart(self) -> int:
        """The first seat's turn on its stream, an action a message."""
        for action in script.TURN:
            await self.play((action,))
        return len(script.TURN)

    async def close(self) -> None:
        """Ends the stream."""
        if self._stream is not None:
            self._stream.cancel()


async def open_tables(channels: Sequence[grpc.aio.Channel], count: int) -> list[BenchTable]:
    """Started tables, spread over the channels."""
    tables = (BenchTable(channels[number % len(channels)]) for number in range(count))
    return list(await asyncio.gather(*(table.open() for table in tables)))
