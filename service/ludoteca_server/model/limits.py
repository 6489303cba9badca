"""What one worker lets others use of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one worker. 0 stands for "no bound" where a field says so."""

    hot_tables: int = 2_000
    """Tables kept folded; the least lately used one goes first."""
    actions_per_second: int = 1_000
    """Actions and checks of one seat, and as many at once; 0 = no bound."""
    peer_calls_per_second: int = 2_000
    """Calls of one address, and messages on its streams, and as many at once; 0 = no bound."""
    peer_tables_per_minute: int = 600
    """Tables that one address makes, imported records too, and as many at once; 0 = no bound."""
    peer_record_bytes_per_minute: int = 128 << 20
    """Bytes of records that one address sends to be kept or verified, and as many at once; 0 = no bound."""
    streams_per_peer: int = 256
    """Open streams of one address, those of records, health and reflection too; 0 = no bound."""
    queued_notices: int = 1_024
    """Notices that wait for a slow stream before it is moved to range reads."""
    slow_reader_s: float = 30.0
    """How long a message waits for its stream's reader before the stream is ended; 0 = no bound."""
    message_bytes: int = 1 << 20
    """One message of a client."""
    record_bytes: int = 32 << 20
    """A record that is sent to be kept or verified; four times as much may come in at once, and go out to one address."""
    presence_grace_ms: int = 6_000
    """How long a seat without a stream counts as there, at tables played in real time."""
    archive_after_ms: int = 24 * 3_600_000
    """How long after its end a table stays in the store, where there is an archive."""
    abandon_after_ms: int = 7 * 24 * 3_600_000
    """When the clock closes a table on which nobody acts, where its creation names no time."""
