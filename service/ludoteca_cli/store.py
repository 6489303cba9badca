"""The use cases on a store that is there, for commands that work on it without the service's wire."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from ludoteca_cli.failure import Failure
from ludoteca_server.datadir import running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.settings import Settings


@asynccontextmanager
async def application(settings: Settings, name: str) -> AsyncIterator[Application]:
    """A worker's application without its transport and its housekeeping; `name` says who works there."""
    from pydantic import SecretStr

    from ludoteca_server import logs
    from ludoteca_server.bootstrap import build

    logs.configure(settings, worker=name)  # to standard error: answers go to standard output alone
    here = settings.model_copy(update={"redis": SecretStr(_store(settings))})
    async with AsyncExitStack() as stack:
        yield await build(here, name, stack)


def _store(settings: Settings) -> str:
    """Where the logs are: a store of the operator's own, or the embedded one of the server that runs."""
    if settings.store_url is not None:
        return settings.store_url
    here = running(settings.data_dir)
    if here is None or not here.store:
        raise Failure(
            f"No server with an embedded store runs on {settings.data_dir}. Start it with"
            " `ludoteca serve`, or name a store of your own with --redis."
        )
    return here.store
