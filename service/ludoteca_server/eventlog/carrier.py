"""What takes commands to the store, whatever the store is: one server, a primary with replicas, or a cluster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeAlias

from redis import exceptions as redis_errors

from ludoteca_server.eventlog.refusals import meaning

if TYPE_CHECKING:
    from collections.abc import Sequence

Argument: TypeAlias = "bytes | str | int"
Reply: TypeAlias = "bytes | int | list[Reply] | redis_errors.ResponseError | None"
Command: TypeAlias = "Sequence[Argument]"


class Carrier(ABC):
    """Commands of many callers go through here; every one of them can be repeated without harm."""

    where: str
    """The store's address without its password."""

    @abstractmethod
    async def send(self, *commands: Command) -> list[Reply]:
        """Sends `commands`; those of one table are carried out in their order. A refusal is a value in the list.

        Raises:
            StoreAway: no answer; the commands may have been carried out.
            TooMuch: more waits already than may.
        """

    @abstractmethod
    async def primaries(self) -> Sequence[Carrier]:
        """One for each server that takes writes: for what concerns no key. Raises StoreAway."""

    @abstractmethod
    async def close(self) -> None:
        """Lets what was sent be answered, then closes the connections."""

    async def ask(self, *command: Argument) -> bytes | int | list[Reply] | None:
        """The reply to one command. Raises StoreAway, StoreFull, TooMuch."""
        (reply,) = await self.send(command)
        if isinstance(reply, redis_errors.ResponseError):
            raise meaning(reply, self.where)
        return reply
