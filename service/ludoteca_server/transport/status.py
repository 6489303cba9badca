"""Which error is which gRPC status, in one table, and its details."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2

import ludoteca_core
from ludoteca.v1 import table_service_pb2, words_pb2
from ludoteca_server.model import errors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf.message import Message

    from ludoteca_server.model.stream import Refused

DOMAIN = "ludoteca"
_MESSAGE_MOST = 400
"""Characters: gRPC drops a status whose headers have more than some kilobytes, code and all."""

DETAILS_KEY = "grpc-status-details-bin"

STATUS: Mapping[type[Exception], grpc.StatusCode] = {
    ludoteca_core.Rejected: grpc.StatusCode.FAILED_PRECONDITION,
    ludoteca_core.BadRequest: grpc.StatusCode.INVALID_ARGUMENT,
    ludoteca_core.BadRecord: grpc.StatusCode.INVALID_ARGUMENT,
    ludoteca_core.Corrupt: grpc.StatusCode.DATA_LOSS,
    errors.MalformedRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.SeqFromTheFuture: grpc.StatusCode.OUT_OF_RANGE,
    errors.LostRace: grpc.StatusCode.ABORTED,
    errors.NoToken: grpc.StatusCode.UNAUTHENTICATED,
    errors.WrongToken: grpc.StatusCode.PERMISSION_DENIED,
    errors.ClosedToSpectators: grpc.StatusCode.PERMISSION_DENIED,
    errors.NoSuchTable: grpc.StatusCode.NOT_FOUND,
    errors.TooMuch: grpc.StatusCode.RESOURCE_EXHAUSTED,
    errors.SlowReader: grpc.StatusCode.RESOURCE_EXHAUSTED,
    errors.StoreAway: grpc.StatusCode.UNAVAILABLE,
    errors.ArchiveAway: grpc.StatusCode.UNAVAILABLE,
    errors.InArchive: grpc.StatusCode.UNAVAILABLE,
    errors.StoreFull: grpc.StatusCode.UNAVAILABLE,
    errors.Draining: grpc.StatusCode.UNAVAILABLE,
    errors.CorruptLog: grpc.StatusCode.DATA_LOSS,
}
"""Anything else is a bug: INTERNAL."""

_RETRY_MS = {
    errors.StoreAway: 500,
    errors.ArchiveAway: 5_000,
    errors.StoreFull: 5_000,
    errors.Draining: 100,
}


def code_of(error: Exception) -> grpc.StatusCode:
    """The status code of an error. A request that no state would ever allow is INVALID_ARGUMENT."""
    if isinstance(error, ludoteca_core.Rejected) and error.nonsense:
        return grpc.StatusCode.INVALID_ARGUMENT
    if isinstance(error, ludoteca_core.BadRequest) and error.reason == "unknown_game":
        return grpc.StatusCode.NOT_FOUND
    for kind in type(error).__mro__:
        if kind in STATUS:
            return STATUS[kind]
    return grpc.StatusCode.INTERNAL


def reason_of(error: Exception) -> str:
    """The stable code of an error."""
    match error:
        case ludoteca_core.Rejected():
            return error.code
        case ludoteca_core.BadRequest() | errors.LudotecaError():
            return error.reason
        case ludoteca_core.Corrupt():
            return "corrupt_log"
        case ludoteca_core.BadRecord():
            return "bad_record"
        case _:
            return "bug"


def message_of(error: Exception) -> str:
    """What is wrong and what to do, in a sentence; cut where it repeats too much of the request."""
    message = _message_of(error)
    return message if len(message) <= _MESSAGE_MOST else f"{message[:_MESSAGE_MOST]}…"


def _message_of(error: Exception) -> str:
    match error:
        case ludoteca_core.Rejected() | ludoteca_core.BadRequest():
            return error.message
        case ludoteca_core.Corrupt():
            return f"The log does not replay at seq {error.seq}: {error.why}."
        case ludoteca_core.BadRecord():
            return f"Line {error.line} of the record: {error.why}."
        case _:
            return str(error)


def status_of(error: Exception) -> status_pb2.Status:
    """The status with its details: ErrorInfo, and where they apply the Rejection and a delay."""
    info = error_details_pb2.ErrorInfo(
        reason=reason_of(error), domain=DOMAIN, metadata=_metadata(error)
    )
    details: list[Message] = [info]
    if isinstance(error, ludoteca_core.Rejected):
        details.append(words_pb2.Rejection.FromString(error.rejection))
    delay_ms = _delay_ms(error)
    if delay_ms:
        delay = duration_pb2.Duration(seconds=delay_ms // 1000, nanos=delay_ms % 1000 * 1_000_000)
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    return _status(code_of(error), message_of(error), details)


def bug_status(bug_id: str) -> status_pb2.Status:
    """The status of an error that nobody meant: what it was stays in the server's log."""
    info = error_details_pb2.ErrorInfo(reason="bug", domain=DOMAIN, metadata={"id": bug_id})
    return _status(grpc.StatusCode.INTERNAL, _bug_message(bug_id), [info])


def _bug_message(bug_id: str) -> str:
    return (
        f"The server has a bug, noted in its log as {bug_id}. The table is as it was: "
        "try again, and report that number if it stays."
    )


def refused(item: Refused) -> table_service_pb2.Refused:
    """The Refused that says what Act would have answered. A bug is told by the request's id: its words may be secret."""
    error = item.error
    if isinstance(error, ludoteca_core.Rejected):
        rejection = words_pb2.Rejection.FromString(error.rejection)
    else:
        is_bug = code_of(error) is grpc.StatusCode.INTERNAL
        text = _bug_message(item.request_id.hex()) if is_bug else message_of(error)
        sentence = words_pb2.Sentence(text=text)
        rejection = words_pb2.Rejection(code=reason_of(error), rule="table", sentence=sentence)
    return table_service_pb2.Refused(
        request_id=item.request_id,
        status=code_of(error).value[0],
        rejection=rejection,
        seq=error.seq if isinstance(error, errors.LostRace) else 0,
    )


def _metadata(error: Exception) -> dict[str, str]:
    match error:
        case ludoteca_core.Rejected():
            return {"rule": error.rule}
        case errors.CorruptLog():
            return {"seq": str(error.seq), "table": error.table_id}
        case errors.LostRace() | ludoteca_core.Corrupt():
            return {"seq": str(error.seq)}
        case errors.Draining() | errors.SlowReader() if len(error.resume) == 1:
            [seq] = error.resume.values()
            return {"seq": str(seq)}
        case errors.Draining() | errors.SlowReader():
            return {f"seq:{table_id}": str(seq) for table_id, seq in error.resume.items()}
        case _:
            return {}


def _delay_ms(error: Exception) -> int:
    if isinstance(error, errors.TooMuch):
        return error.retry_after_ms
    return _RETRY_MS.get(type(error), 0)


def _status(code: grpc.StatusCode, message: str, details: list[Message]) -> status_pb2.Status:
    packed = []
    for detail in details:
        packed.append(any_pb2.Any())
        packed[-1].Pack(detail)
    return status_pb2.Status(code=code.value[0], message=message, details=packed)
