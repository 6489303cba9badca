"""What a bot is: somebody who chooses among the actions offered, from what its seat may see."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.v1 import table_pb2


class Strategy(Protocol):
    """A way to play. It gets its seat's view and legal actions, and nothing else."""

    needs_view: bool
    """Whether `choose` looks at the view; if not, none is asked for."""

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer | None:
        """One of `offers`, which are never empty; or None, to wait in a race for a better moment."""


class AtRandom:
    """Takes any legal action, each as likely as the other."""

    needs_view = False

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a game, no secret

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer:
        """Any of `offers`."""
        return self._random.choice(offers)
