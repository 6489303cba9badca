"""Waiting between attempts: longer each time, with jitter, so that many clients do not come back at once."""

from __future__ import annotations

import asyncio
import random

FIRST_S = 0.05
MOST_S = 5.0


class Backoff:
    """Delays of one series of attempts."""

    def __init__(self) -> None:
        self._attempts = 0
        self._random = random.Random()  # noqa: S311 - jitter, no secret

    def reset(self) -> None:
        """Begins a new series: an attempt has worked."""
        self._attempts = 0

    def next_s(self) -> float:
        """The next delay in seconds: between half and all of a ceiling that doubles each time."""
        ceiling_s = min(MOST_S, FIRST_S * 2.0**self._attempts)
        self._attempts = min(self._attempts + 1, 32)
        return ceiling_s * self._random.uniform(0.5, 1.0)


class Patience:
    """How long somebody goes on trying in vain; None = for ever."""

    def __init__(self, patience_s: float | None) -> None:
        self._patience_s = patience_s
        self._since_s: float | None = None

    def renew(self) -> None:
        """Forgets what went wrong: something has worked."""
        self._since_s = None

    def is_over(self, delay_s: float) -> bool:
        """Whether another `delay_s` seconds, counted from the first failure, would be too long."""
        now_s = asyncio.get_running_loop().time()
        if self._since_s is None:
            self._since_s = now_s
        return self._patience_s is not None and now_s + delay_s - self._since_s > self._patience_s
