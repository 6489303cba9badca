"""Child processes that do not outlive their parent."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def dies_with_parent(sent: signal.Signals) -> Callable[[], None] | None:
    """For a child to run before it becomes its program: it gets `sent` when this process dies (Linux).

    The system means the thread that starts the child: that has to be the main thread.
    """
    if _LIBC is None:
        return None
    libc, parent = _LIBC, os.getpid()

    def in_child() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, int(sent), 0, 0, 0)
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return in_child
