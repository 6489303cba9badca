"""The games that are measured: one whose script needs no list of legal actions, one in real time, a finished one."""

from ludoteca_cli.bench import burgenland as script
from ludoteca_cli.bench import buurn as countdown

FINISHED = "el_gaucho"
"""A finished table of it has about 300 events."""

__all__ = ["FINISHED", "countdown", "script"]
