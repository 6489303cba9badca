"""Bursts of a stream put together: what happened, and how things stand then."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.v1 import table_pb2, table_service_pb2

Item = table_pb2.Notice | table_pb2.View | table_service_pb2.ListActionsResponse


@dataclass(frozen=True)
class Moment:
    """What one table looks like after a burst of events."""

    table_id: str
    notices: tuple[table_pb2.Notice, ...]
    """What happened since the moment before, oldest first."""
    view: table_pb2.View | None
    """The view after the last of them, if views were asked for."""
    offers: table_service_pb2.ListActionsResponse | None
    """The seat's legal actions then, if they were asked for; None if the service sent none."""

    @property
    def seq(self) -> int:
        """The last event."""
        if self.notices:
            return self.notices[-1].seq
        return self.view.table.seq if self.view is not None else 0


class Burst:
    """Gathers the items of one table until they make a moment."""

    def __init__(self, table_id: str, seat: int | None, *, views: bool, offers: bool) -> None:
        self._table_id = table_id
        self._seat = seat
        self._wants_views = views
        self._wants_offers = offers
        self._notices: list[table_pb2.Notice] = []
        self._view: table_pb2.View | None = None
        self._offers: table_service_pb2.ListActionsResponse | None = None

    def add(self, item: Item) -> Moment | None:
        """Takes the next item in; returns the moment that it completes, if it does."""
        if isinstance(item, table_pb2.Notice):
            self._notices.append(item)
            self._view = self._offers = None
        elif isinstance(item, table_pb2.View):
            self._view = item
        else:
            self._offers = item
        return self._take() if self._is_complete(item) else None

    def _is_complete(self, item: Item) -> bool:
        if self._wants_views and self._view is None:
            return False
        if self._wants_offers and self._offers is None and self._has_to_act():
            return False
        if self._notices or isinstance(item, table_pb2.View):
            return True
        late = self._offers  # the moment went out without them
        return late is not None and bool(late.offers or late.takeback_choices)

    def _has_to_act(self) -> bool:
        if self._view is not None:
            return any(seat.seat == self._seat and seat.to_act for seat in self._view.table.seats)
        return bool(self._notices) and self._seat in self._notices[-1].to_act

    def _take(self) -> Moment:
        moment = Moment(self._table_id, tuple(self._notices), self._view, self._offers)
        self._notices.clear()
        return moment
