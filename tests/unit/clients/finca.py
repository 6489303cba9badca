"""A view of El Burro, written out: four seats, round 2, in the middle of Ana's donkey turn."""

from __future__ import annotations

from ludoteca.el_burro.v1 import el_burro_pb2
from ludoteca.v1 import table_pb2, words_pb2

NAMES = ("Ana", "Bea", "Cleo", "Dan")
GOODS = ("olive", "grain", "grape", "pig", "food", "wine", "meat")
TRACKS = ("olive_grain", "grape", "pig", "food", "wine", "meat")
LETTERS = dict(zip(("Ol", "Gn", "Gp", "Pg", "FD", "WN", "MT", "$", "@", "Up"), GOODS, strict=False))
LETTERS |= {"$": "silver", "@": "worker", "Up": "upgraded_good"}
STARTS = {
    "start_pig": ("Pig path", "A pig"),
    "start_harvest": ("Orchard path", "2 different harvest goods"),
    "start_silver": ("Mill path", "4 silver"),
    "start_siesta": ("Shady path", "2 siesta steps"),
    "start_travel": ("Open path", "A donkey moves 2 spaces"),
}
ROAD = """
r2 2 t1 r3
r3 3 m1 r4
r4 4 market_4 r5
r5 5 m2 r6_long_1,r6_short
r6_long_1 6 m1 r6_long_2 long
r6_long_2 6 t2 r7 long
r6_short 6 t1 r7 short
r7 7 t1 r8
r8 8 market_8 r9
r9 9 m1 r10
r10 10 m2 r11_long_1,r11_short
r11_long_1 11 - r11_long_2 long general_simple
r11_long_2 11 - r11_long_3 long
r11_long_3 11 - r12 long
r11_short 11 - r12 short general_demanding
r12 12 market_12 r13
r13 13 m1 r14_long_1,r14_short
r14_long_1 14 m1 r14_long_2 long
r14_long_2 14 t2 r15 long
r14_short 14 t1 r15 short
r15 15 m2 dock_1
"""
DOCKS = (2, 3, 4, 6, 8)
MARKETS = {
    "market_1_left": ("Mill market", "Ol Gn/Gp $/Pg", (1, 0, 0, 0), "awning"),
    "market_1_right": ("Well market", "Gp/FD/@", (1, 0, 0, 0), "fruit_crates"),
    "market_4": ("Village market", "Ol/WN/Pg", (2, 1, 0, 0), "hammock"),
    "market_8": ("Olive market", "Gn $/FD/WN", (3, 2, 1, 0), "pack_frame"),
    "market_12": ("City market", "FD/WN/MT", (4, 3, 2, 1), "ledger"),
}
TILES = {
    "awning": "Now: 1 prestige for each market barrow. Income: take 2 silver.",
    "fruit_crates": "Now: take 2 different harvest goods. Income: take 1 harvest good.",
    "hammock": "Now: one donkey 2 spaces. Lasting: 1 more siesta step.",
    "pack_frame": "Now: a community delivery. Lasting: 1 more donkey delivery.",
    "ledger": "Now: play a farm card. Lasting: card limit + 1.",
}
DICE = (
    ("Take a pig", 0, "3 silver"),
    ("Play a farm card", 1, "Siesta 1, a harvest good"),
    ("Take 2 different harvest goods", 0, "A worker"),
    ("Twice siesta 1 or upgrade 1", 2, "One donkey 1 space, 1 silver"),
    ("One donkey 2 spaces", 0, "Trough 1"),
    ("One delivery", 0, "A community delivery"),
)
SPACES = (
    ("take_silver", "Counting house", "plain", "counting_house", "4 silver", True),
    ("take_harvest", "Store room", "none", "granary", "A harvest good", False),
    ("buy_pig", "Pig gate", "none", "piggery", "Pay 2 silver for a pig", False),
    ("upgrade_or_siesta", "Cook house", "upgraded", "cook_house", "3 upgrades or siesta", False),
    ("play_card", "Building plot", "none", "carpentry", "Pay 2 silver, play a card", True),
    ("make_delivery", "Loading ramp", "none", "wagon_shed", "Pay 2 silver, deliver", False),
)
BARROWS: dict[int, tuple[tuple[int, str, str, int, str], ...]] = {
    0: ((0, "Big shovel I", "Gn/Gp/Pg", 3, "x.."), (1, "Wine press II", "FD/WN", 4, "x.")),
    1: ((0, "Loom II", "Gp/MT @", 5, ".."),),
    2: ((0, "Stone oven I", "Pg/WN", 4, "x."), (2, "Guild seat I", "MT/WN/Up", 5, "...")),
    3: ((1, "Smokehouse I", "Ol/Ol $2", 2, "x."),),
}
AREAS = {0: ("x..", "...", "...", "...", "..."), 1: ("xxx", "x..", ".x.", "...", "...")}
AREAS |= {2: ("...", "...", "xxx", "x..", "..."), 3: (".x.", "...", "...", "...", "...")}
UNLOCKED = {0: 3, 1: 3, 2: 4, 3: 2}
DONKEYS = {0: ("r4", "r2"), 1: ("r3", "r8"), 2: ("r10", "dock_1"), 3: ("r2", "r6_short")}


def markings(text: str) -> list[el_burro_pb2.Marking]:
    """`Gp $2/Pg` is a marking for a grape and 2 silver, and one for a pig."""
    found = []
    for one in text.split("/"):
        made = el_burro_pb2.Marking()
        for word in one.split():
            letters = word.rstrip("0123456789")
            made.needs.extend([LETTERS[letters]] * int(word[len(letters) :] or 1))
        found.append(made)
    return found


def card(name: str, *functions: str, deck: str = "normal") -> el_burro_pb2.Card:
    identity = name.lower().replace(" iii", "_3").replace(" ii", "_2").replace(" i", "_1")
    made = el_burro_pb2.Card(id=identity.replace(" ", "_"), name=name, deck=deck)
    made.functions.extend(functions)
    return made


def a_road(board: el_burro_pb2.View) -> None:
    for start, (name, text) in STARTS.items():
        board.road.add(id=start, number=1, next=["r2"], name=name, text=text)
    for line in ROAD.strip().splitlines():
        identity, number, what, following, *more = line.split()
        space = board.road.add(id=identity, number=int(number), next=following.split(","))
        space.branch = more[0] if more else ""
        space.barrier = more[1] if len(more) > 1 else ""
        if what.startswith("market"):
            space.elements.add(what=what, donkeys=1, id=f"{identity}/0")
        elif what != "-":
            kind = {"m": "milestone", "t": "trough"}[what[0]]
            space.elements.add(what=kind, donkeys=int(what[1]), id=f"{identity}/0")
    for place, prestige in enumerate(DOCKS, start=1):
        dock = board.road.add(id=f"dock_{place}", number=16, name=f"Dock {place}")
        dock.prestige = prestige
        if place < len(DOCKS):
            dock.next.append(f"dock_{place + 1}")


def the_middle(board: el_burro_pb2.View) -> None:
    for market, (name, needs, places, tile) in MARKETS.items():
        made = board.markets.add(id=market, face=market, name=name, bonus_tile=tile, bonus_left=4)
        made.place_prestige.extend(places)
        made.bonus_text = TILES[tile]
        made.markings.extend(markings(needs))
    board.markets[0].places.append(1)
    board.markets[2].places.append(2)
    board.markets[0].bonus_left = board.markets[2].bonus_left = 3
    board.rondel.side, board.rondel.rotation = "side_a", 1
    for face, (text, count, bonus) in enumerate(DICE, start=1):
        board.dice.add(face=face, text=text, count=count)
        board.rondel.bonuses.append(bonus)
    for number, tile in enumerate(("dowry", "trough_trade", "fair", "thrift"), start=1):
        text = "You may buy basic goods for 1 space back on the trough track."
        board.round_tiles.add(id=tile, round=number, active=number == 2, text=text)
    spice = board.prestige_tiles.add(at=6, bonus_tile="spice_rack", text="Now: an upgraded good.")
    spice.used_by.extend([2, 0])
    board.prestige_tiles.add(at=12, bonus_tile="oat_chest", text="Now: trough marker 2 forward.")
    simple = board.general.add(id="general_simple", tile="wide_fields", text="3 fields")
    simple.claimed_by.append(0)
    board.general.add(id="general_demanding", tile="full_sty", text="4 pigs at once")
    board.boats.add(id="boat_2", name="Galley", prestige=5, markings=markings("Ol/Gn/MT"))
    board.boats.add(id="boat_3", name="Caravel", prestige=6, markings=markings("Up/Up/Up"))
    dock = board.docks.add(id="dock_1", seat=2, donkey=1, filled=[True, False, False])
    dock.boat.id, dock.boat.name, dock.boat.prestige = "boat_1", "Llaut", 7
    dock.boat.markings.extend(markings("FD/WN/MT"))
    for track in TRACKS:
        board.tracks.add(id=track, markings=2, text="2 prestige for each of something")
    board.tracks[2].scoring_marks.append(1)
    for first, second, prestige in zip(TRACKS, TRACKS[1:], (2, 3, 3, 4, 5), strict=False):
        board.connections.add(first=first, second=second, prestige=prestige)
    for place, text in ((3, "1 prestige, move 1"), (5, "1 prestige, move 2")):
        board.siesta_track.add(space=place, text=text)
    board.reward_spaces.add(space=1, text="Place an extension")
    board.pool.normal, board.pool.special = 38, 29
    board.discards.extend(
        [card("Old mill I"), card("Old mill II"), card("Saint I", deck="special")]
    )
    for seat, needs in ((1, "Ol Gp2 MT @"), (2, "Pg WN Up"), (3, "Ol2 $2")):
        for good in markings(needs)[0].needs:
            if board.needs and (board.needs[-1].seat, board.needs[-1].good) == (seat, good):
                board.needs[-1].count += 1
            else:
                board.needs.add(seat=seat, good=good, count=1)


def a_player(board: el_burro_pb2.View, seat: int) -> el_burro_pb2.Player:
    player = board.players.add(seat=seat, own=seat == 0)
    player.prestige, player.silver, player.workers = (23, 31, 26, 19)[seat], 7 - seat, seat % 3
    player.siesta, player.milestone, player.trough = (5, 3, 9, 5)[seat], 3, 4 + seat
    player.support = ("basket", "prestige")[seat % 2]
    player.card_limit, player.income, player.barrows_scored = 4, 2, seat
    for good, tokens in zip(GOODS, (2, 0, 1, 1, 1, 0, 0), strict=True):
        store = player.stores.add(good=good, tokens=tokens + (seat if good == "olive" else 0))
        if good == "pig":
            store.room = 2
    player.fields.add(good="olive", cards=2, tokens=1)
    player.fields.add(good="grape", cards=1, tokens=1)
    for good, buy, sell, upgrade in zip(
        GOODS, (3, 3, 3, 5), (1, 1, 1, 3), (2, 1, 2, 3), strict=False
    ):
        player.prices.add(good=good, buy=buy, sell=sell, upgrade=upgrade)
    for slot, name, needs, prestige, filled in BARROWS[seat]:
        deck = "special" if name.startswith("Guild") else "normal"
        row = player.barrows.add(slot=slot, card=card(name, deck=deck), prestige=prestige)
        row.markings.extend(markings(needs))
        row.filled.extend(mark == "x" for mark in filled)
    for number, (market, filled) in enumerate(zip(MARKETS, AREAS[seat], strict=True)):
        area = player.markets.add(market=market, filled=[mark == "x" for mark in filled])
        area.closed, area.unlocked = filled == "xxx", number < UNLOCKED[seat]
    for number, space in enumerate(DONKEYS[seat]):
        on_boat = space.startswith("dock")
        player.donkeys.add(donkey=number, space=space, on_boat=on_boat)
    for track, step in zip(TRACKS, ((2, 1, 0, 3, 3, 0), (1, 3, 4, 1, 0, 2))[seat % 2], strict=True):
        player.rewards.add(track=track, space=step)
    for identity, name, side, extension, text, is_assigned in SPACES:
        farm_space = player.spaces.add(id=identity, name=name, extension_side=side, text=text)
        farm_space.extension, farm_space.assigned = extension, is_assigned and seat < 2
    player.personal.tile = "planter"
    player.personal.claimed.extend([True, False, False])
    player.personal.conditions.extend(["4 fields", "fields of all three kinds", "2 barrows"])
    player.hand_count.normal, player.hand_count.special = 3, 1
    player.stable_cards.add(id="donkey_03", value=3)
    player.stable_cards.add(id="donkey_05", value=seat + 1)
    player.donkey_card.id, player.donkey_card.value = "donkey_07", 3
    player.donkey_card.text, player.boosted_donkey = "Take 2 silver.", int(seat == 0)
    player.elements.extend(["r2/0", "r3/0"][: 2 - seat % 2])
    oven = card("Stone oven II", "Upgrading olives and grain costs 1 silver less.")
    player.acquisitions.add(slot=1, card=oven)
    player.administration_cards.append(card("Trunk I", "Income + 1, card limit + 1."))
    return player


def a_board() -> el_burro_pb2.View:
    board = el_burro_pb2.View(
        round=2,
        phase="transport",
        step="donkey",
        actors=[0],
        turn_order=[2, 0, 3, 1],
        siesta_order=[2, 0, 3, 1],
        siesta_rewards=[2],
        milestone_last=8,
        trough_last=10,
        stable_prestige=[2, 1, 0, 0],
        market_prestige=2,
    )
    a_road(board)
    the_middle(board)
    for seat in range(len(NAMES)):
        a_player(board, seat)
    ana = board.players[0]
    ana.elements.append("r4/0")
    ana.market_tiles.add(id="awning", side="back", text="At income take 2 silver.")
    ana.market_tiles.add(id="hammock", side="front", text="One more siesta step.")
    ana.used.append("acquisition_1")
    ana.loose.append("pig")
    ana.hand.extend(
        (
            card(
                "Big shovel II",
                "field of grapes",
                "card limit + 1, pig marking + 1",
                "Twice a round, trough marker 1 back to take a harvest good.",
                "FD, WN: 4 prestige",
            ),
            card("Smokehouse II", "field of olives", "income + 1", "Meat.", "Gp, Pg: 3 prestige"),
            card(
                "Master builder I",
                "1 prestige for each field",
                "2 prestige for each extension at the end of the game",
                "3 prestige",
                "Ol, Gp, Pg: 4 prestige, at the end of the game",
                deck="special",
            ),
        )
    )
    ana.donkey_discard.add(id="donkey_11", value=4, text="A community delivery.")
    ana.stack.add(kind="donkey_turn", text="donkey turn")
    ana.stack.add(kind="deliver", left=2)
    return board


def a_view(board: el_burro_pb2.View | None = None) -> table_pb2.View:
    view = table_pb2.View(seat=0)
    view.state.Pack(board if board is not None else a_board())
    view.prompt.text = "Donkey deliveries: 2 left. A pig has no place: use it or return it first."
    table = view.table
    table.game, table.name = "el_burro", "Sunday farm"
    table.lifecycle = table_pb2.LIFECYCLE_PLAYING
    for seat, name in enumerate(NAMES):
        table.seats.add(seat=seat, name=name, held=True, to_act=seat == 0)
    return view


def offer(name: str, text: str, **params: str) -> table_pb2.Offer:
    made = table_pb2.Offer(name=name, label=words_pb2.Sentence(key="k", text=text))
    for key, value in params.items():
        made.params.add(name=key).value.id.id = value
    return made


def many_offers() -> list[table_pb2.Offer]:
    """A long list, as in a delivery by goat or donkey with everything else beside it."""
    offers = [
        offer("deliver", f"Bring {good} to {owner}, {place}", owner=owner, target=place, goods=good)
        for owner in NAMES
        for place in ("barrow 1", "barrow 3", "Mill market")
        for good in GOODS[:4]
    ]
    offers += [offer("skip", "Do without")]
    offers += [offer("buy_good", f"Buy {good}", good=good) for good in GOODS[:4]]
    offers += [offer("sell_good", f"Sell {good}", good=good) for good in GOODS[:3]]
    offers += [offer("upgrade_for_silver", f"Upgrade {good}", good=good) for good in GOODS[:3]]
    offers += [offer("assign_worker", f"Send to {space[1]}", space=space[0]) for space in SPACES]
    offers += [offer("special_delivery", f"Load {good}", goods=good) for good in GOODS]
    offers += [offer("use_trough", "Take 1 silver", action="trough_silver")]
    return [*offers, offer("end_turn", "End the turn")]
