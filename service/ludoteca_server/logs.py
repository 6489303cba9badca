"""Structured logs on standard error: lines for people, or JSON for programs."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludoteca_server.settings import Settings


def configure(settings: Settings, **bound: object) -> None:
    """Sets the process up; `bound` goes into every line."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=processors(settings, colors=sys.stderr.isatty()),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),  # one write a line
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(**bound)
    logging.basicConfig(handlers=[Libraries(bound)], level=logging.WARNING)


class Libraries(logging.Handler):
    """What libraries say of themselves becomes lines like ours, from whichever thread it comes."""

    def __init__(self, bound: Mapping[str, object]) -> None:
        """`bound` goes into every line: a library's thread has no context of ours."""
        super().__init__()
        self._log = structlog.get_logger(**bound)

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one line."""
        self._log.log(
            record.levelno,
            "library",
            logger=record.name,
            note=record.getMessage(),
            exc_info=record.exc_info or None,
        )


def processors(settings: Settings, *, colors: bool) -> list[structlog.typing.Processor]:
    """What makes a line of an event."""
    renderer: structlog.typing.Processor
    if settings.log_format == "json":
        renderer = structlog.processors.JSONRenderer()
    else:
        # The usual formatter shows the locals of every frame: requests, tokens, events.
        renderer = structlog.dev.ConsoleRenderer(
            colors=colors,
            pad_event_to=0,
            exception_formatter=structlog.dev.plain_traceback,
        )
    made: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if settings.log_format == "json":
        made.append(structlog.processors.format_exc_info)
    return [*made, renderer]
