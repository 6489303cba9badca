"""Bots that play over gRPC with nothing but their seat's view and legal actions.

    await ludoteca_bots.run("localhost:7777", table_id, "greedy", "Bo")

docs/writing-a-bot.md shows how to write one.
"""

from ludoteca_bots.kinds import KINDS, make
from ludoteca_bots.loop import play, run
from ludoteca_bots.strategy import AtRandom, Strategy

__all__ = ["KINDS", "AtRandom", "Strategy", "make", "play", "run"]
