"""What a herd of cattle may become: an estimate for bots. A herd is its values, left to right."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

HIGHEST = 12
CHANCE_A_VALUE = 0.06
"""How much each value that would still fit adds to the hope of one more tile."""
MOST_PERMUTED = 5


def fits(herd: Sequence[int], value: int) -> bool:
    """Whether the value continues the herd at its right end."""
    return len(herd) < 2 or (value > herd[-1]) == (herd[1] > herd[0])


def outlook(herd: Sequence[int]) -> float:
    """What the herd would be sold for, and part of what one more tile would add."""
    if not herd:
        return 0.0
    worth = len(herd) * max(herd)
    up = (len(herd) + 1) * (HIGHEST + herd[-1] + 1) / 2 - worth
    down = float(max(herd))
    hope_up = CHANCE_A_VALUE * (HIGHEST - herd[-1]) * up
    hope_down = CHANCE_A_VALUE * (herd[-1] - 1) * down
    if len(herd) == 1:
        return worth + max(hope_up, hope_down)
    return worth + (hope_up if herd[1] > herd[0] else hope_down)


def gain(herd: Sequence[int], value: int) -> float:
    """What a tile adds: to the herd if it fits; else the herd is sold and the tile begins anew."""
    if fits(herd, value):
        return outlook([*herd, value]) - outlook(herd)
    return len(herd) * max(herd) + outlook([value]) - outlook(herd)


def best_order(herd: Sequence[int], values: Sequence[int]) -> list[int]:
    """The order of putting tiles into a herd that looks best at the end."""
    if len(values) > MOST_PERMUTED:
        is_down = len(herd) > 1 and herd[1] < herd[0]
        return sorted(values, reverse=is_down)

    def total(order: list[int]) -> float:
        laid, sold = list(herd), 0
        for value in order:
            if fits(laid, value):
                laid.append(value)
            else:
                sold += len(laid) * max(laid)
                laid = [value]
        return sold + outlook(laid)

    return max(map(list, permutations(sorted(values))), key=total)
