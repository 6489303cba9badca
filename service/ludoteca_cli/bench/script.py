"""The games that the service is measured with: one whose script needs no list of legal actions, one in real time."""

from ludoteca_cli.bench import burgenland as script
from ludoteca_cli.bench import buurn as countdown

__all__ = ["countdown", "script"]
