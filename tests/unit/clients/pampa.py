"""A view of El Gaucho, written out: three seats, round 6, in the middle of Ana's turn."""

from __future__ import annotations

from ludoteca.el_gaucho.v1 import el_gaucho_pb2
from ludoteca.v1 import table_pb2

SMALL = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
PASTURES = {
    "a": ("ochre_10 B^", "brown_12 C_", "spotted_04 B^"),
    "b": ("black_07", "spotted_05 A_", "white_09", "-"),
    "c": ("white_08", "brown_03 A^", "ochre_12", "-"),
    "d": ("brown_07 A^", "ochre_04", "black_11 B_", "white_02 C^", "-"),
}
AREAS = {
    "sort": ((1, 2, 3), (0, 1)),
    "wish": ((1, 2, 3), (2,)),
    "immediate_sale": ((1, 2, 3), ()),
    "theft": ((4,), (1,)),
    "overseer": ((5,), (0, 1, 2)),
    "secret_cattle": ((6,), ()),
}
HERDS = {
    0: (("asc", "brown_05", "brown_06", "brown_08"), ("none", "spotted_10")),
    1: (("desc", "ochre_11", "ochre_09", "ochre_08"), ("asc", "black_02", "black_05")),
    2: (("asc", "ochre_02", "ochre_03"), ("asc", "white_10", "white_11", "white_12")),
}


def tile(identity: str) -> el_gaucho_pb2.Tile:
    race, _, value = identity.partition("_")
    small = SMALL[int(value) - 1]
    return el_gaucho_pb2.Tile(id=identity, race=race, value=int(value), small=small)


def a_view() -> table_pb2.View:
    board = el_gaucho_pb2.View(
        phase="turn",
        seat=0,
        round=6,
        start_seat=1,
        order=[1, 2, 0],
        pile_count=17,
        dice_pool=[1, 2, 2, 5, 6],
        hand=[3, 4],
        picked=True,
        pasture_limit=20,
    )
    board.steppe.tiles, board.steppe.unseen = 4, 2
    board.steppe.known.extend([tile("brown_04"), tile("white_06")])
    for name, spaces in PASTURES.items():
        _pasture(board.pastures.add(id=f"pasture_{name}"), spaces)
    for area, (sums, seats) in AREAS.items():
        board.areas.add(id=area, sums=sums, seats=seats)
    for seat, pesos in enumerate((27, 41, 118)):
        player = board.players.add(seat=seat, pesos=pesos, supply=3, gauchos=8, worth=48 - seat)
        player.own = seat == 0
        for direction, *tiles in HERDS[seat]:
            herd = player.herds.add(race=tiles[0].partition("_")[0], direction=direction)
            herd.tiles.extend(tile(one) for one in tiles)
            herd.worth = len(tiles) * max(one.value for one in herd.tiles)
    board.players[0].discards.extend([tile("black_12"), tile("ochre_01")])
    board.removed.extend(tile(f"black_{value:02}") for value in (1, 3, 4))
    view = table_pb2.View(seat=0)
    view.state.Pack(board)
    view.prompt.text = "Use your dice 3 and 4, special actions, then end the turn."
    table = view.table
    table.game, table.name = "el_gaucho", "Estancia"
    table.lifecycle = table_pb2.LIFECYCLE_PLAYING
    for seat, name in enumerate(("Ana", "Bea", "Cleo")):
        table.seats.add(seat=seat, name=name, held=True, to_act=seat == 0)
    return view


def _pasture(pasture: el_gaucho_pb2.Pasture, spaces: tuple[str, ...]) -> None:
    for number, text in enumerate(spaces, start=1):
        space = pasture.spaces.add(id=f"{pasture.id}_{number}")
        if text == "-":
            continue
        identity, _, gaucho = text.partition(" ")
        space.tile.CopyFrom(tile(identity))
        pasture.total += space.tile.value
        if gaucho:
            space.gaucho.seat = "ABCD".index(gaucho[0])
            space.gaucho.posture = "standing" if gaucho[1] == "^" else "lying"
    pasture.complete = all(space.HasField("gaucho") for space in pasture.spaces)
