"""What can go wrong between a client and the service, one class for each thing to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from ludoteca.v1 import words_pb2

if TYPE_CHECKING:
    from ludoteca.v1 import table_service_pb2

DOMAIN = "ludoteca"
DETAILS_KEY = "grpc-status-details-bin"


class LudotecaError(Exception):
    """The base of everything this package raises on purpose.

    `str(error)` says what is wrong and what to do; `reason` is the service's stable code for programs.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason


class Refused(LudotecaError):
    """The rules or the table refuse: nothing has happened. Choose another action."""

    def __init__(self, message: str, code: str, rule: str) -> None:
        super().__init__(message, code)
        self.code = code
        self.rule = rule
        """Section of the game's rules.md, or `table`."""


class Overtaken(LudotecaError):
    """Another event came first: look at the new state and choose again. Never resend by yourself."""

    def __init__(self, message: str, seq: int, reason: str = "lost_race") -> None:
        super().__init__(message, reason)
        self.seq = seq
        """The table's last event."""


class TryLater(LudotecaError):
    """Over a limit: nothing was lost, send it again after `delay_s` seconds."""

    def __init__(
        self, message: str, delay_s: float, seq: int = 0, reason: str = "too_much"
    ) -> None:
        super().__init__(message, reason)
        self.delay_s = delay_s
        self.seq = seq
        """Where to resume a stream; 0 if this was no stream."""


class NotFound(LudotecaError):
    """No such table or game: check the id, or list what there is."""


class NoToken(LudotecaError):
    """The call needs a seat token: join a seat, or come back with the token of one."""


class WrongToken(LudotecaError):
    """The token holds no such seat: it can watch only."""


class BadRequest(LudotecaError):
    """The request makes no sense to this service: correct it; sending it again will not help."""


class SeqFromTheFuture(LudotecaError):
    """The table has no such event yet: ask for an earlier one."""


class ServerAway(LudotecaError):
    """The service or its store does not answer. What was sent may have been done: retry with the same request id."""


class CorruptLog(LudotecaError):
    """The table's stored log does not replay: its owner has to look at it."""


class ServerBug(LudotecaError):
    """The service failed at this call: other calls still work. Report it."""


class ClientTooOld(LudotecaError):
    """The service does not know this call, or speaks of a game this client has no messages of: upgrade one of them."""


class OutOfStep(LudotecaError):
    """The service's log is not the one that was delivered before: open the table again."""


ADVICE = {
    ServerAway: "The server does not answer ({}): check that it runs and that the address is right, then try again.",
    ServerBug: "The server failed at this call ({}): report it; other calls still work.",
    ClientTooOld: "The server does not know this call ({}): upgrade the client or the server.",
}
_BY_STATUS: dict[grpc.StatusCode, type[LudotecaError]] = {
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.UNAUTHENTICATED: NoToken,
    grpc.StatusCode.PERMISSION_DENIED: WrongToken,
    grpc.StatusCode.INVALID_ARGUMENT: BadRequest,
    grpc.StatusCode.OUT_OF_RANGE: SeqFromTheFuture,
    grpc.StatusCode.UNAVAILABLE: ServerAway,
    grpc.StatusCode.DEADLINE_EXCEEDED: ServerAway,
    grpc.StatusCode.DATA_LOSS: CorruptLog,
    grpc.StatusCode.UNIMPLEMENTED: ClientTooOld,
}
_BROKEN_LINE = frozenset(
    {grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL}
)
_REFUSING = frozenset({grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT})
_STATUS_OF_NUMBER: dict[int, grpc.StatusCode] = {
    int(status.value[0]): status for status in grpc.StatusCode
}


class _Details:
    """The typed details of an error, as far as the service gave any."""

    def __init__(self, status: status_pb2.Status | None) -> None:
        self.info: error_details_pb2.ErrorInfo | None = None
        self.rejection: words_pb2.Rejection | None = None
        self.delay_s = 0.0
        for detail in status.details if status is not None else ():
            info = error_details_pb2.ErrorInfo()
            retry = error_details_pb2.RetryInfo()
            rejection = words_pb2.Rejection()
            if detail.Unpack(info) and info.domain == DOMAIN:
                self.info = info
            elif detail.Unpack(retry):
                self.delay_s = retry.retry_delay.ToNanoseconds() / 1e9
            elif detail.Unpack(rejection):
                self.rejection = rejection

    @property
    def seq(self) -> int:
        text = self.info.metadata.get("seq", "0") if self.info is not None else "0"
        return int(text) if text.isdecimal() else 0


def from_rpc(error: grpc.aio.AioRpcError) -> LudotecaError:
    """The typed error behind a failed call."""
    details = _Details(_status_of(error))
    message = error.details() or ""
    status = error.code()
    if details.info is None and status in _BROKEN_LINE:
        return ServerAway(ADVICE[ServerAway].format(message or status.name), "line")
    return _build(status, message, details)


def _status_of(error: grpc.aio.AioRpcError) -> status_pb2.Status | None:
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_KEY and isinstance(value, bytes):
            try:
                return status_pb2.Status.FromString(value)
            except DecodeError:
                return None
    return None


def from_refusal(refused: table_service_pb2.Refused) -> LudotecaError:
    """The typed error behind an action that a Play stream refused."""
    details = _Details(None)
    if refused.HasField("rejection"):
        details.rejection = refused.rejection
    status = _STATUS_OF_NUMBER.get(refused.status, grpc.StatusCode.UNKNOWN)
    message = refused.rejection.sentence.text
    if status is grpc.StatusCode.ABORTED:
        return Overtaken(message or _OVERTAKEN, refused.seq)
    return _build(status, message, details)


_TOO_LONG = "message larger than max"
"""What gRPC itself says of a message over a limit; sent again, it would be as long."""
_SHORTER = (
    "A message is longer than may be sent ({}): send less at once; `Client.server` says how much."
)
_OVERTAKEN = "Somebody was faster: the table has changed. Look again, then choose."
_LATER = "That was too much at once: wait {:.1f} s, then send it again."


def _build(status: grpc.StatusCode, message: str, details: _Details) -> LudotecaError:
    rejection = details.rejection
    reason = details.info.reason if details.info is not None else ""
    if rejection is not None:
        reason = reason or rejection.code
        message = rejection.sentence.text or message or rejection.code
    if status is grpc.StatusCode.ABORTED:
        return Overtaken(message or _OVERTAKEN, details.seq, reason or "lost_race")
    if status is grpc.StatusCode.RESOURCE_EXHAUSTED:
        if details.info is None and _TOO_LONG in message:
            return BadRequest(_SHORTER.format(message), "message_too_long")
        if details.info is not None and not details.delay_s:  # waiting does not help
            return BadRequest(message, reason)
        delay_s = details.delay_s or 1.0
        return TryLater(
            message or _LATER.format(delay_s), delay_s, details.seq, reason or "too_much"
        )
    if status in _REFUSING and rejection is not None:
        return Refused(message, rejection.code, rejection.rule)
    if status is grpc.StatusCode.FAILED_PRECONDITION:
        return Refused(message or reason, reason, "table")
    kind = _BY_STATUS.get(status, ServerBug)
    if not reason and kind in ADVICE:
        message = ADVICE[kind].format(message or status.name)
    return kind(message or status.name, reason or status.name.lower())
