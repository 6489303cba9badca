"""Lua scripts, each one a file beside this one."""

from __future__ import annotations

from hashlib import sha1
from importlib import resources
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.eventlog.carrier import Carrier, Reply


def _is_unknown(reply: Reply) -> bool:
    return isinstance(reply, redis_errors.NoScriptError)


class Script:
    """A Lua script that the store keeps under its hash."""

    def __init__(self, name: str) -> None:
        self.text = resources.files(__package__).joinpath(name).read_bytes()
        self.sha = sha1(self.text, usedforsecurity=False).hexdigest()

    async def run(
        self, carrier: Carrier, *calls: Sequence[bytes | int], key_count: int
    ) -> list[Reply]:
        """The replies to `calls` (keys, then arguments), made in order. Where the script is unknown its text is sent.

        Such calls are made again: a script of ours can be repeated without harm.
        """
        replies = await carrier.send(*[("EVALSHA", self.sha, key_count, *call) for call in calls])
        if any(map(_is_unknown, replies)):
            unknown = [place for place, reply in enumerate(replies) if _is_unknown(reply)]
            again = await carrier.send(
                *[("EVAL", self.text, key_count, *calls[place]) for place in unknown]
            )
            for place, reply in zip(unknown, again, strict=True):
                replies[place] = reply
        return replies
