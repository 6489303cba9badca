"""What a request id begins with for the call to panic; see `sitecustomize.py`."""

from __future__ import annotations

BEFORE = b"panic before"
"""While the action is decided."""
AFTER = b"panic after"
"""When its event is in the log and nobody has been told."""
