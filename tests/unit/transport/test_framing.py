"""Framing by hand gives the bytes that protobuf would give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.model.errors import LostRace, MalformedRequest
from ludoteca_server.model.stream import Accepted, Echoed, Live, Offered, Refused, Seen, Told
from ludoteca_server.transport.framing import (
    GROUP_BYTES_MOST,
    field,
    number_field,
    only_field,
    play_response,
    play_responses,
    read,
    seen,
    told,
    varint,
    watch_response,
)

if TYPE_CHECKING:
    from ludoteca_server.model.stream import StreamItem

NOTICE = table_pb2.Notice(table_id="here", seq=300, kind="acted", view_digest=7)
VIEW = table_pb2.View(table=table_pb2.Table(table_id="there", seq=9), view_digest=5)
TOLD = Told("here", 300, NOTICE.SerializeToString(), archived=False)
SEEN = Seen("there", VIEW.SerializeToString(), archived=False)


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 2**32, 2**64 - 1])
def test_varints(number: int) -> None:
    assert wire.ActResponse.FromString(b"\x08" + varint(number)).seq == number
    assert number_field(1, number) == wire.ActResponse(seq=number).SerializeToString()


@pytest.mark.parametrize("size", [0, 1, 127, 128, 129, 300, 0x3FFF, 0x4000, 1 << 20])
def test_a_message_of_one_field(size: int) -> None:
    payload = b"p" * size
    framed = field(2, payload)
    found = only_field(2, framed)
    assert found == (payload if 0 < size <= 0x3FFF else None), "others are left to protobuf"
    for other in (b"", b"\x12", framed + b"\x00", framed[:-1], framed + framed):
        assert only_field(2, other) is None
    assert only_field(1, framed) is None


def test_act_response() -> None:
    framed = number_field(1, 300) + field(2, NOTICE.SerializeToString())
    assert framed == wire.ActResponse(seq=300, notice=NOTICE).SerializeToString()


def test_what_a_watch_stream_carries() -> None:
    cases: list[tuple[StreamItem, wire.WatchResponse]] = [
        (TOLD, wire.WatchResponse(notice=NOTICE)),
        (SEEN, wire.WatchResponse(view=VIEW)),
        (Live("here", 8), wire.WatchResponse(live=wire.Live(table_id="here", seq=8))),
    ]
    for item, message in cases:
        assert watch_response(item) == message.SerializeToString()


def test_what_a_play_stream_carries() -> None:
    offers = wire.ListActionsResponse(seq=4, takeback_choices=[2, 3])
    cases: list[tuple[StreamItem, wire.PlayResponse]] = [
        (TOLD, wire.PlayResponse(notice=NOTICE)),
        (SEEN, wire.PlayResponse(view=VIEW)),
        (Offered(offers.SerializeToString()), wire.PlayResponse(offers=offers)),
        (Accepted(b"id", 9), wire.PlayResponse(accepted=wire.Accepted(request_id=b"id", seq=9))),
        (Echoed(b"ping"), wire.PlayResponse(echo=wire.Echo(payload=b"ping"))),
    ]
    for item, message in cases:
        assert play_response(item) == message.SerializeToString()
    refused = wire.PlayResponse.FromString(
        play_response(Refused(b"id", LostRace("The table is at seq 8.", 8)))
    ).refused
    assert (refused.request_id, refused.status, refused.seq) == (b"id", 10, 8)
    assert refused.rejection.code == "lost_race"
    assert refused.rejection.sentence.text == "The table is at seq 8."


def test_an_imported_record_is_shown_under_its_own_id() -> None:
    notice = told(Told("kept", 300, NOTICE.SerializeToString(), archived=True))
    again = table_pb2.Notice.FromString(notice)
    assert (again.table_id, again.seq, again.kind) == ("kept", 300, "acted")
    view = table_pb2.View.FromString(seen(Seen("kept", VIEW.SerializeToString(), archived=True)))
    assert (view.table.table_id, view.table.seq, view.table.archived) == ("kept", 9, True)
    assert view.view_digest == 5


def test_bytes_that_are_no_message() -> None:
    with pytest.raises(MalformedRequest) as caught:
        read(wire.GetTableRequest, b"\xff")
    assert "ludoteca.v1.GetTableRequest" in str(caught.value)


def test_a_group_holds_its_items_in_order() -> None:
    (framed,) = play_responses([TOLD, Accepted(b"id", 9), Echoed(b"")])
    group = wire.PlayResponse.FromString(framed).group
    assert [each.WhichOneof("message") for each in group.responses] == [
        "notice",
        "accepted",
        "echo",
    ]
    assert group.responses[0].notice == NOTICE


def test_a_group_of_one_is_no_group() -> None:
    assert list(play_responses([TOLD])) == [play_response(TOLD)]


def test_a_large_group_leaves_in_several_messages() -> None:
    items: list[StreamItem] = [Echoed(bytes([n]) * (GROUP_BYTES_MOST // 3)) for n in range(7)]
    messages = [wire.PlayResponse.FromString(each) for each in play_responses(items)]
    assert [len(each.group.responses) for each in messages] == [2, 2, 2, 1]
    assert max(each.ByteSize() for each in messages) <= GROUP_BYTES_MOST + 8
    got = [each.echo.payload[0] for message in messages for each in message.group.responses]
    assert got == list(range(7))
