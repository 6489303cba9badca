"""The life of a bot: wait for the turn, choose, send; until the table is over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_bots.kinds import make
from ludoteca_client import Client, Overtaken, Refused, SeatHandle, Tls, Token, TryLater

if TYPE_CHECKING:
    from ludoteca.v1 import table_pb2
    from ludoteca_bots.strategy import Strategy
    from ludoteca_client import Moment, Play


async def play(
    seat: SeatHandle,
    kind: str | Strategy,
    *,
    seed: int | None = None,
    pause_s: float = 0.0,
    patience_s: float | None = 60.0,
) -> int:
    """Plays a seat until its table is over; returns the number of actions it took.

    `kind` is a name from `KINDS`, or a strategy of your own. `pause_s` is how long it thinks before
    each action, so that people can follow; `patience_s` how long it tries to reconnect.

    Raises:
        ValueError: there is no such kind.
        LudotecaError: the service is away for too long, or refuses what it offered.
    """
    if isinstance(kind, str):
        kind = make(kind, (await seat.view(words=False)).table.game, seed)
    actions = 0
    async with seat.play(views=kind.needs_view, offers=True, patience_s=patience_s) as stream:
        async for moment in stream.moments():
            if moment.offers is None or not moment.offers.offers:
                continue
            if pause_s > 0:
                await asyncio.sleep(pause_s)
            offer = kind.choose(moment.view, moment.offers.offers)
            if offer is not None:
                actions += await _send(stream, offer, moment)
    return actions


async def _send(stream: Play, offer: table_pb2.Offer, moment: Moment) -> bool:
    """Whether the action counted. If the table has changed meanwhile, its next moment is on the way.

    Where several seats may act at once, the order of the log decides: what was chosen is sent as it is,
    and refused if somebody else was first.
    """
    is_race = _is_race(moment)
    expected_seq = moment.offers.seq if moment.offers is not None and not is_race else None
    while True:
        try:
            await stream.act(offer, expected_seq=expected_seq)
        except TryLater as later:
            await asyncio.sleep(later.delay_s)
        except Overtaken:
            return False
        except Refused:
            if not is_race:
                raise
            return False
        else:
            return True


def _is_race(moment: Moment) -> bool:
    return bool(moment.notices) and len(moment.notices[-1].to_act) > 1


async def run(
    server: str,
    table_id: str,
    kind: str,
    name: str,
    *,
    seat: int | None = None,
    token: Token | None = None,
    tls: Tls | bool = False,
    seed: int | None = None,
    pause_s: float = 0.0,
    patience_s: float | None = 60.0,
) -> int:
    """Joins a table as a bot and plays to its end; returns the number of actions it took.

    With `token` and `seat` it comes back to a seat that was joined before.

    Raises:
        ValueError: there is no such kind.
        LudotecaError: see `play`; Refused if no seat is free.
    """
    async with Client(
        server, tls=tls, patience_s=patience_s, first_patience_s=patience_s
    ) as client:
        if token is not None and seat is not None:
            handle = client.seat(table_id, seat, token)
        else:
            handle = await client.join(table_id, name, seat=seat, bot=True, token=token)
        return await play(handle, kind, seed=seed, pause_s=pause_s, patience_s=patience_s)
