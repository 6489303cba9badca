"""A service that ends with the command that started it: `python -m ludoteca_cli.attached PID FLAGS...`.

The system tells it of the parent's death. The parent cannot ask for that between fork and exec: a process in
which gRPC has threads must not fork.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

from ludoteca_cli.main import main

PR_SET_PDEATHSIG = 1


def attach(parent: int) -> None:
    """From now on SIGTERM comes when the parent dies (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(f"The process {parent} that started this service is gone.")


if __name__ == "__main__":
    attach(int(sys.argv.pop(1)))
    sys.argv.insert(1, "serve")
    main()
