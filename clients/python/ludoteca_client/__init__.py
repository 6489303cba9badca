"""Async, typed client of Ludoteca: tables, seats, streams that resume, records.

async with Client("localhost:7777") as client:
    table = await client.create_table("burgenland", seats=2)
    seat = await client.join(table.table_id, "Ana")
    async with seat.play(words=True) as play:
        async for notice in play:
            print(notice.seq, notice.sentence.text)
"""

from ludoteca_client.client import Client
from ludoteca_client.errors import (
    BadRequest,
    ClientTooOld,
    CorruptLog,
    LudotecaError,
    NotFound,
    NoToken,
    OutOfStep,
    Overtaken,
    Refused,
    SeqFromTheFuture,
    ServerAway,
    ServerBug,
    TryLater,
    WrongToken,
)
from ludoteca_client.feed import LineState
from ludoteca_client.line import Tls
from ludoteca_client.moment import Moment
from ludoteca_client.payload import Playable, unpack
from ludoteca_client.play import Play
from ludoteca_client.records import Records
from ludoteca_client.seat import SeatHandle
from ludoteca_client.tokens import KeptSeat, Token, TokenStore
from ludoteca_client.watch import Watch

__all__ = [
    "BadRequest",
    "Client",
    "ClientTooOld",
    "CorruptLog",
    "KeptSeat",
    "LineState",
    "LudotecaError",
    "Moment",
    "NoToken",
    "NotFound",
    "OutOfStep",
    "Overtaken",
    "Play",
    "Playable",
    "Records",
    "Refused",
    "SeatHandle",
    "SeqFromTheFuture",
    "ServerAway",
    "ServerBug",
    "Tls",
    "Token",
    "TokenStore",
    "TryLater",
    "Watch",
    "WrongToken",
    "unpack",
]
