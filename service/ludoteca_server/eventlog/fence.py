"""Settlement by a replica: a small write behind a batch, and a wait until a replica has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hiredis

if TYPE_CHECKING:
    from ludoteca_server.eventlog.carrier import Reply

_FOREVER_MS = 10**12


class Fence:
    """What is sent behind each batch of a connection at the `node` levels.

    WAIT covers the writes of its own connection alone, and a batch may hold none: it reads, or repeats an append that
    another connection made. The fence is a write that comes after all that the batch has seen, so a replica that has the
    fence has everything that the batch made or tells of. Setting a key's expiry is a write that a store out of memory
    takes too: reading goes on.
    """

    def __init__(self, key: bytes, within_s: float) -> None:
        """`key` lies where the connection leads; the wait ends after `within_s`."""
        commands: list[tuple[bytes | str | int, ...]] = [
            ("SET", key, b"1", "NX"),
            ("PEXPIRE", key, _FOREVER_MS),
            ("WAIT", 1, max(int(within_s * 1000), 1)),
        ]
        self.count = len(commands)
        """How many replies it has."""
        self.packed = b"".join(hiredis.pack_command(words) for words in commands)  # type: ignore[arg-type]  # its stub means a tuple of one
        """As it goes over the wire."""

    def is_settled(self, replies: list[Reply]) -> bool:
        """Whether a replica has the batch whose replies end with those of the fence."""
        written, replicas = replies[-2:]
        return written == 1 and isinstance(replicas, int) and replicas >= 1
