"""Real Valkeys for the tests: one for the whole run, and as many of one's own as a test wants."""

from __future__ import annotations

import logging
import os
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Protocol

import pytest
import pytest_asyncio
import structlog

from ludoteca_server.datadir import DataDir
from ludoteca_server.valkey import Valkey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


# A test's own gRPC would tidy up in every child between fork and exec, and now and then end it there.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "false")


class StartStore(Protocol):
    """Starts a Valkey on a directory; it is stopped after the test."""

    async def __call__(self, path: Path) -> Valkey: ...


async def start_valkey(path: Path, stack: AsyncExitStack) -> Valkey:
    """A Valkey on `path` that ends with `stack`."""
    data_dir = await DataDir.own(path)
    stack.callback(data_dir.release)
    valkey = Valkey(data_dir)
    stack.push_async_callback(valkey.stop)
    await valkey.start()
    return valkey


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def store_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The Valkey that all tests share: whoever uses it makes its own table ids."""
    async with AsyncExitStack() as stack:
        valkey = await start_valkey(tmp_path_factory.mktemp("store"), stack)
        yield valkey.url


@pytest_asyncio.fixture
async def start_store() -> AsyncIterator[StartStore]:
    """Stores of the test's own, to be killed and filled."""
    async with AsyncExitStack() as stack:

        async def start(path: Path) -> Valkey:
            return await start_valkey(path, stack)

        yield start


@pytest.fixture
def quiet() -> Iterator[None]:
    """Logs nothing: a line a request costs more than the request, where there are thousands."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.reset_defaults()
