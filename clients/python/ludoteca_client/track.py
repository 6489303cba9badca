"""How far a viewer has been told of one table: nothing twice, nothing left out, nothing out of step."""

from __future__ import annotations

from ludoteca.v1 import table_pb2, table_service_pb2
from ludoteca_client.errors import OutOfStep

OVER = (table_pb2.LIFECYCLE_FINISHED, table_pb2.LIFECYCLE_ABANDONED)


class Gap(Exception):
    """An event is missing from the stream: open it again and go on after the last one delivered."""


class Track:
    """The last event of a table that was delivered to a viewer."""

    def __init__(self, table_id: str, from_seq: int) -> None:
        """Begins before `from_seq`, the first event wanted (from 1)."""
        self.table_id = table_id
        self.seq = from_seq - 1
        self.digest: int | None = None
        """Digest of the viewer's view after that event; None before the first one."""
        self.is_over = False
        self._view_seq = 0
        self._offers_seq = 0

    @property
    def is_shown(self) -> bool:
        """Whether the view after the last event was delivered."""
        return self._view_seq == self.seq

    @property
    def resume_seq(self) -> int:
        """Where to open the stream: one event early, so that both sides show that they mean the same log."""
        return max(1, self.seq if self.digest is not None else self.seq + 1)

    def takes(self, notice: table_pb2.Notice) -> bool:
        """Whether the notice is the next one; one that was delivered before is not.

        Raises:
            Gap: there are others between.
            OutOfStep: the event has another digest than when it was delivered.
        """
        if notice.seq > self.seq + 1:
            raise Gap
        if notice.seq <= self.seq:
            if notice.seq == self.seq:
                self._compare(notice.view_digest)
                self.is_over = notice.lifecycle in OVER
            return False
        self.seq = notice.seq
        self.digest = notice.view_digest
        self.is_over = notice.lifecycle in OVER
        return True

    def shows(self, view: table_pb2.View) -> bool:
        """Whether the view is new: the one after the last event delivered, and not delivered itself.

        Raises:
            Gap: it is a later one.
            OutOfStep: it is not the view that the event's notice promised.
        """
        if view.table.seq > self.seq:
            raise Gap
        if view.table.seq < self.seq:
            return False
        self._compare(view.view_digest)
        is_new = not self.is_shown
        self._view_seq = self.seq
        return is_new

    def lists(self, offers: table_service_pb2.ListActionsResponse) -> bool:
        """Whether the legal actions are new: those after the last event delivered, not delivered themselves.

        Raises:
            Gap: they belong to a later event.
        """
        if offers.seq > self.seq:
            raise Gap
        is_new = offers.seq == self.seq and self._offers_seq != self.seq
        self._offers_seq = max(self._offers_seq, offers.seq)
        return is_new

    def accept(self, view: table_pb2.View) -> None:
        """Goes on from the view after the last event delivered, asked for because a digest differed."""
        self.digest = view.view_digest
        self.is_over = view.table.lifecycle in OVER
        self._view_seq = self.seq

    def _compare(self, digest: int) -> None:
        if self.digest is None:
            self.digest = digest
        elif self.digest != digest:
            raise OutOfStep(f"Event {self.seq} does not look as it did when it was shown.")
