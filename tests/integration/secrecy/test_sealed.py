"""R5 at the wire: whatever a seat chooses under seal, the others get the same bytes."""

from __future__ import annotations

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import new_id
from tests.integration.secrecy.desk import Desk, Hall
from tests.integration.secrecy.viewer import Viewer
from tests.unit.application.house import House

pytestmark = pytest.mark.usefixtures("quiet")

SEED = 50
WORLDS = 4
SEATS = 3
SEALED = {"el_gaucho": "keep_start_tiles", "el_burro": "allocate_donkeys"}


async def sealed_choice(desk: Desk, name: str) -> tuple[int, list[wire.ActRequest]]:
    """Plays up to the first choice that is made under seal; who chooses, and what there is to choose."""
    for _ in range(400):
        table = await desk.table()
        info = table_pb2.Table.FromString(table.info())
        seats = [seat.seat for seat in info.seats if seat.to_act]
        offers = desk.offers(table, desk.people[seats[0]]).offers
        if len(seats) > 1 and len(offers) > 1 and all(name in each.name for each in offers):
            here, request_id = desk.game.table_id, new_id()
            return seats[0], [
                wire.ActRequest(table_id=here, action=each.action, request_id=request_id)
                for each in (offers[0], offers[-1], *offers[1 : WORLDS - 1])
            ]
        person = desk.people[seats[0]]
        await person.reached(table.seq)
        await person.act(desk.chance.choice(offers).action)
    raise AssertionError("nobody chose under seal")


async def heard_in_a_world(
    desk: Desk, log: list[object], chooser: int, choice: wire.ActRequest
) -> dict[int | None, list[bytes]]:
    """What each of the others hears and is answered when this is chosen, on a server of its own."""
    house = House()
    house.log.logs[desk.game.table_id] = list(log)  # type: ignore[arg-type]  # entries
    hall = Hall(house)
    await hall.start()
    table_id, tokens = desk.game.table_id, desk.game.tokens
    people = [Viewer(hall.port, table_id, seat, token) for seat, token in enumerate(tokens)]
    people.append(Viewer(hall.port, table_id, None, None))
    for person in people:
        await person.start(all_things=True)
        await person.reached(len(log))
    await people[chooser].stubs.tables.Act(choice, metadata=people[chooser].metadata())
    for person in people:
        await person.reached(len(log) + 1)
        tables, metadata = person.stubs.tables, person.metadata()
        listing = wire.ListActionsRequest(table_id=table_id, words=True)
        await person.ask(tables.ListActions(listing, metadata=metadata))
        looking = wire.GetViewRequest(table_id=table_id, words=True)
        await person.ask(tables.GetView(looking, metadata=metadata))
        trying = wire.ActRequest(table_id=table_id, action=choice.action, request_id=bytes(8))
        trying.expected_seq = 1
        await person.ask(tables.Act(trying, metadata=metadata))
    heard = {person.seat: person.tap.take().payloads() for person in people}
    for person in people:
        await person.stop()
    await hall.stop()
    return heard


@pytest.mark.parametrize("game", SEALED)
async def test_r05_a_sealed_choice_sounds_the_same_to_others(game: str) -> None:
    hall = Hall()
    await hall.start()
    desk = Desk(hall, game, SEED)
    await desk.open(SEATS)
    chooser, choices = await sealed_choice(desk, SEALED[game])
    log: list[object] = list(hall.house.log.logs[desk.game.table_id])
    worlds = [await heard_in_a_world(desk, log, chooser, choice) for choice in choices]
    others = [seat for seat in (*range(SEATS), None) if seat != chooser]
    compared = 0
    for seat in others:
        for world in worlds[1:]:
            assert world[seat] == worlds[0][seat], f"{seat} can tell what {chooser} chose"
            compared += sum(map(len, world[seat]))
    assert any(world[chooser] != worlds[0][chooser] for world in worlds[1:]), "its own it sees"
    print(f"R5 {game}: {len(worlds)} choices, {compared} bytes of others compared, seed {SEED}")
    await desk.close()
    await hall.stop()
