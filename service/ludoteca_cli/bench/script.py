"""The game that the service is measured with: the one whose script needs no list of legal actions."""

from ludoteca_cli.bench import burgenland as script

__all__ = ["script"]
