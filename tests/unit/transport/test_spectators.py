"""Many spectators of one table: what they get is made once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from unittest.mock import AsyncMock, MagicMock

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.transport.tables import TableServicer
from tests.unit.application.house import House, spin

if TYPE_CHECKING:
    from ludoteca_server.transport.metadata import Context

SPECTATORS = 20


class Spectator:
    """A context that keeps the messages it is given."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.context: Context = MagicMock(
            send_initial_metadata=AsyncMock(), invocation_metadata=tuple, write=self._write
        )

    async def _write(self, message: bytes) -> None:
        self.got.append(message)


async def test_spectators_of_a_kind_share_the_bytes_of_a_message() -> None:
    house = House()
    app = house.worker()
    table = await house.playing(app)
    servicer = TableServicer(app)
    kinds = {words: [Spectator() for _ in range(SPECTATORS)] for words in (False, True)}
    streams = []
    for words, spectators in kinds.items():
        message = wire.WatchRequest(follows=[wire.Follow(table_id=table.table_id)], words=words)
        request = message.SerializeToString()
        watching = (servicer.watch(request, each.context) for each in spectators)
        streams += [asyncio.create_task(each) for each in watching]
    await spin()
    seqs = [await table.move(app), await table.move(app)]
    await spin()
    for spectators in kinds.values():
        got = [spectator.got[-2:] for spectator in spectators]
        notices = [wire.WatchResponse.FromString(message).notice for message in got[0]]
        assert [notice.seq for notice in notices] == seqs
        assert {tuple(map(id, messages)) for messages in got} == {tuple(map(id, got[0]))}
    for stream in streams:
        stream.cancel()
    await asyncio.wait(streams)
