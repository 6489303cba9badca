"""Lua scripts, each one a file beside this one."""

from __future__ import annotations

from hashlib import sha1
from importlib import resources
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.eventlog.connection import Pipe, Reply


class Script:
    """A Lua script that the store keeps under its hash."""

    def __init__(self, name: str) -> None:
        self.text = resources.files(__package__).joinpath(name).read_bytes()
        self.sha = sha1(self.text, usedforsecurity=False).hexdigest()

    async def run(self, pipe: Pipe, *calls: Sequence[bytes | int], key_count: int) -> list[Reply]:
        """The replies to `calls` (keys, then arguments), made in order; loads the script where it is unknown.

        All calls are made again then: a script of ours can be repeated without harm.
        """
        commands = [("EVALSHA", self.sha, key_count, *call) for call in calls]
        replies = await pipe.send(*commands)
        if any(isinstance(reply, redis_errors.NoScriptError) for reply in replies):
            replies = (await pipe.send(("SCRIPT", "LOAD", self.text), *commands))[1:]
        return replies
