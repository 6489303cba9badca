"""What a user is told when a command cannot do its work: one sentence, and what to do about it."""

from __future__ import annotations

import sys


class Failure(Exception):
    """A command cannot do its work. `str(failure)` says why and what to do; `status` is the exit code."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


# Errors whose own text is such a sentence, by where they come from. Named by module: a command that never
# touched gRPC must not import it only to fail.
SENTENCES = (
    ("ludoteca_server.model.errors", "LudotecaError"),
    ("ludoteca_client.errors", "LudotecaError"),
    ("ludoteca_core._core", "CoreError"),
)


def sentence_of(error: BaseException) -> str | None:
    """The sentence for an error that was foreseen; None for a defect."""
    if isinstance(error, Failure):
        return str(error)
    if (
        isinstance(error, FileNotFoundError | PermissionError | IsADirectoryError)
        and error.filename
    ):
        return f"{error.filename}: {error.strerror}."
    for module, name in SENTENCES:
        known = getattr(sys.modules.get(module), name, None)
        if known is not None and isinstance(error, known):
            return str(getattr(error, "message", "") or error)
    return None
