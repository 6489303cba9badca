"""El Burro drawn in text, from its view alone. Its parts are in the files beside this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.games.el_burro_farm import farm
from ludoteca_tui.games.el_burro_glossary import glossary
from ludoteca_tui.games.el_burro_hand import mine
from ludoteca_tui.games.el_burro_markets import holds, markets, needs, open_markings
from ludoteca_tui.games.el_burro_road import LEGEND, road
from ludoteca_tui.games.el_burro_sight import rule, sight
from ludoteca_tui.games.el_burro_tracks import middle, rewards, scores
from ludoteca_tui.look import MUTED, seat_letter
from ludoteca_tui.narrower import Standing
from ludoteca_tui.words import plain

if TYPE_CHECKING:
    from ludoteca_tui.scene import Boxes, Scene

COLUMNS = ("*", "$", "@", "hand", "gd", "tr", "ms")
ANYTIME = (
    Standing("buy, sell", ("buy_good", "sell_good")),
    Standing("upgrade", ("upgrade_for_silver",)),
    Standing("worker", ("assign_worker",)),
    Standing("special", ("special_delivery",)),
    Standing("trough", ("use_trough",)),
    Standing("goal", ("fulfil_achievement",)),
    Standing("card, tile", ("use_action",)),
)
"""The anytime actions (rules.md 16), in their order, as one row of the menu."""


class ElBurroRenderer:
    """Road, markets, the middle of the table and one farm; tracks and needs beside them."""

    def facts(self, scene: Scene) -> list[str]:
        """Round, step and order."""
        seen = sight(scene)
        if seen is None:
            return []
        view = seen.view
        order = ">".join(seat_letter(seat) for seat in view.turn_order)
        step = plain(view.step)
        if not view.step.startswith(view.phase):
            step = f"{plain(view.phase)}: {step}"
        return [f"round {view.round}/{len(view.round_tiles)}", step, f"order {order}"]

    def board(self, scene: Scene, width: int) -> list[Text]:
        """What everybody may see, and the viewer's farm."""
        seen = sight(scene)
        if seen is None:
            return [Text("The board is set up when the table starts.", MUTED)]
        shown = seen.shown
        whose = f"areas of {scene.name(shown.seat)}" if shown is not None else ""
        lines = [rule(seen, "ROAD", width), *road(seen, width)]
        lines += [rule(seen, "MARKETS", width, f"{whose}: x filled, o open, ! legal now")]
        lines += markets(seen, width)
        lines += [rule(seen, "TABLE", width), *middle(seen, width)]
        if shown is not None:
            lines += farm(seen, shown, width)
        return [*lines, *(Text(line, MUTED) for line in LEGEND)]

    def seat_columns(self, scene: Scene) -> list[str]:
        """Prestige, silver, free workers, cards in hand, goods, trough and milestone."""
        return list(COLUMNS)

    def seat_cells(self, scene: Scene, seat: int) -> list[str]:
        """A seat's numbers."""
        seen = sight(scene)
        player = seen.player(seat) if seen is not None else None
        if player is None:
            return ["-"] * len(COLUMNS)
        hand = player.hand_count
        goods = sum(holds(player).values()) - player.silver - player.workers
        numbers = (player.prestige, player.silver, player.workers)
        rest = (goods, player.trough, player.milestone)
        cards = f"{hand.normal}+{hand.special}"
        return [*(str(one) for one in numbers), cards, *(str(one) for one in rest)]

    def breakdown(self, scene: Scene) -> list[tuple[str, list[int]]]:
        """Where the prestige of the final scoring comes from."""
        seen = sight(scene)
        return scores(seen) if seen is not None else []

    def mine(self, scene: Scene) -> list[Text]:
        """The viewer's cards, and what it has to decide."""
        seen = sight(scene)
        if seen is None or seen.own is None or not seen.own.own:
            return []
        return mine(seen, seen.own, scene.look.width)

    def aside(self, scene: Scene, width: int) -> Boxes:
        """Reward tracks, needs, open markings."""
        seen = sight(scene)
        if seen is None:
            return []
        goat = "others (my goat)" if seen.own is not None else "all"
        parts = (
            (f"NEEDS of {goat}", needs(seen)),
            ("OPEN MARKINGS", open_markings(seen, width)),
            ("REWARD TRACKS", rewards(seen)),
        )
        return [(title, lines) for title, lines in parts if lines]

    def farm(self, scene: Scene, seat: int, width: int) -> list[Text]:
        """The farm of a seat."""
        seen = sight(scene)
        player = seen.player(seat) if seen is not None else None
        return farm(seen, player, width) if seen is not None and player is not None else []

    def glossary(self, scene: Scene) -> list[Text]:
        """What tiles, tracks and spaces say."""
        seen = sight(scene)
        return glossary(seen) if seen is not None else []
