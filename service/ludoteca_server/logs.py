"""Structured logs on standard error: lines for people, or JSON for programs."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
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
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")


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
