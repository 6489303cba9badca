"""ludoteca.v1.CatalogService."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.v1 import catalog_service_pb2 as wire
from ludoteca_server.application.catalog import get_game, list_games
from ludoteca_server.transport.framing import read

if TYPE_CHECKING:
    from ludoteca_server.application.service import Application
    from ludoteca_server.transport.metadata import Context


class CatalogServicer:
    """The games this server offers, and what it is."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def list_games(self, request: bytes, context: Context) -> bytes:
        """Every game, in short."""
        read(wire.ListGamesRequest, request)
        return await list_games(library=self._app.library)

    async def get_game(self, request: bytes, context: Context) -> bytes:
        """One game: seats, options, the text of its rules."""
        message = read(wire.GetGameRequest, request)
        return await get_game(message.game, library=self._app.library)

    async def get_server(self, request: bytes, context: Context) -> bytes:
        """Version, durability, limits."""
        read(wire.GetServerRequest, request)
        about, limits = self._app.about, self._app.limits
        response = wire.GetServerResponse(
            version=about.version,
            durability=about.durability,
            worker=about.worker,
            max_message_bytes=limits.message_bytes,
            max_actions_per_second=limits.actions_per_second,
        )
        return response.SerializeToString()
