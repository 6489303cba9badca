"""Errors as gRPC statuses: every error has one, and its details say what a program needs."""

from __future__ import annotations

import inspect

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

import ludoteca_core
from ludoteca_server.model import errors
from ludoteca_server.model.stream import Refused
from ludoteca_server.transport.status import STATUS, bug_status, code_of, refused, status_of

Code = grpc.StatusCode


def details(status: status_pb2.Status) -> tuple[error_details_pb2.ErrorInfo, float]:
    """The ErrorInfo, and the delay in seconds."""
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    for detail in status.details:
        assert detail.Unpack(info) or detail.Unpack(retry)
    return info, retry.retry_delay.ToTimedelta().total_seconds()


def test_r38_every_error_a_user_can_meet_has_a_status() -> None:
    kinds = [
        kind
        for _, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, errors.LudotecaError) and kind is not errors.LudotecaError
    ]
    assert len(kinds) > 8
    assert [kind.__name__ for kind in kinds if kind not in STATUS] == []


@pytest.mark.parametrize(
    ("error", "code", "metadata", "delay_s"),
    [
        (errors.MalformedRequest("no"), Code.INVALID_ARGUMENT, {}, 0),
        (errors.NoSuchTable("no"), Code.NOT_FOUND, {}, 0),
        (errors.SeqFromTheFuture("no"), Code.OUT_OF_RANGE, {}, 0),
        (errors.NoToken("no"), Code.UNAUTHENTICATED, {}, 0),
        (errors.WrongToken("no"), Code.PERMISSION_DENIED, {}, 0),
        (errors.LostRace("no", 7), Code.ABORTED, {"seq": "7"}, 0),
        (errors.TooMuch("no", 1_250), Code.RESOURCE_EXHAUSTED, {}, 1.25),
        (errors.StoreAway("no"), Code.UNAVAILABLE, {}, 0.5),
        (errors.ArchiveAway("no"), Code.UNAVAILABLE, {}, 5),
        (errors.StoreFull("no"), Code.UNAVAILABLE, {}, 5),
        (errors.CorruptLog("no", "t", 3), Code.DATA_LOSS, {"seq": "3", "table": "t"}, 0),
        (errors.Draining("no", {"t": 9}), Code.UNAVAILABLE, {"seq": "9"}, 0.1),
        (errors.Draining("no", {"a": 1, "b": 2}), Code.UNAVAILABLE, {"seq:a": "1", "seq:b": "2"}, 0.1),
    ],
)  # fmt: skip
def test_r38_codes_and_details(
    error: errors.LudotecaError, code: grpc.StatusCode, metadata: dict[str, str], delay_s: float
) -> None:
    status = status_of(error)
    info, retry_s = details(status)
    assert status.code == code.value[0]
    assert status.message == "no"
    assert (info.domain, info.reason) == ("ludoteca", error.reason)
    assert (dict(info.metadata), retry_s) == (metadata, delay_s)


def test_r38_what_the_core_raises() -> None:
    library = ludoteca_core.Library()
    with pytest.raises(ludoteca_core.BadRequest) as unknown:
        library.game("chess")
    assert code_of(unknown.value) is Code.NOT_FOUND
    with pytest.raises(ludoteca_core.BadRequest) as malformed:
        ludoteca_core.Call.act(b"\xff")
    assert code_of(malformed.value) is Code.INVALID_ARGUMENT
    with pytest.raises(ludoteca_core.Bug) as bug:
        ludoteca_core.provoke_bug()
    assert code_of(bug.value) is Code.INTERNAL
    assert code_of(ZeroDivisionError()) is Code.INTERNAL


def test_r16_a_bugs_status_tells_nothing_but_its_number() -> None:
    status = bug_status("w0-1")
    info, _ = details(status)
    assert status.code == Code.INTERNAL.value[0]
    assert (info.reason, dict(info.metadata)) == ("bug", {"id": "w0-1"})
    assert "w0-1" in status.message


def test_r16_an_action_that_met_a_bug_on_a_stream_is_told_its_number_alone() -> None:
    with pytest.raises(ludoteca_core.Bug) as bug:
        ludoteca_core.provoke_bug()
    told = refused(Refused(b"\xab\xcd", bug.value))
    assert (told.status, told.rejection.code) == (Code.INTERNAL.value[0], "bug")
    assert "abcd" in told.rejection.sentence.text
    assert str(bug.value) not in told.rejection.sentence.text
