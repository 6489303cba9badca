"""`python -m ludoteca_server`: serves as the environment and the configuration file say; `worker`: one worker."""

from __future__ import annotations

import sys


def main(arguments: list[str]) -> int:
    """Runs, and returns the exit status. A supervisor never imports gRPC, so the worker's code comes late."""
    if arguments == ["worker"]:
        from ludoteca_server.bootstrap import run_worker

        return run_worker()
    if arguments:
        sys.stderr.write("usage: python -m ludoteca_server (flags: use `ludoteca serve`)\n")
        return 2
    from ludoteca_server.model.errors import LudotecaError
    from ludoteca_server.settings import load
    from ludoteca_server.supervisor import run

    try:
        return run(load())
    except LudotecaError as error:
        sys.stderr.write(f"ludoteca: {error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
