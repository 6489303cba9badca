"""Unary calls: typed errors, retries with the same request id, tokens."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import grpc
import pytest

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.v1 import table_service_pb2, words_pb2
from ludoteca_client import (
    BadRequest,
    Client,
    ClientTooOld,
    KeptSeat,
    NotFound,
    NoToken,
    Overtaken,
    Refused,
    SeqFromTheFuture,
    ServerAway,
    ServerBug,
    Token,
    TokenStore,
    TryLater,
    errors,
    payload,
)
from tests.unit.clients.fake_service import DRAW, SECRET, TABLE_ID, FakeService, sentence

if TYPE_CHECKING:
    from pathlib import Path

BUY = burgenland_pb2.Action(buy_joker=burgenland_pb2.BuyJoker())


async def test_a_call_is_sent_again_while_the_store_is_away(
    fake: FakeService, client: Client
) -> None:
    fake.away = 3
    table = await client.create_table("burgenland", 2)
    assert table.table_id == TABLE_ID
    assert fake.away == 0
    assert len(fake.answers) == 1


async def test_r11_a_lost_answer_makes_one_event(fake: FakeService, client: Client) -> None:
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    fake.lost_answers = 3
    notice = await seat.act(DRAW)
    assert notice.seq == 2
    assert len(fake.notices) == 2, "sent four times, happened once"


async def test_nobody_there_is_server_away() -> None:
    async with Client("127.0.0.1:1", first_patience_s=0.3) as client:
        with pytest.raises(ServerAway, match="check that it runs"):
            await client.table(TABLE_ID)


async def test_r38_each_failure_has_its_class(fake: FakeService, client: Client) -> None:
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    with pytest.raises(NotFound):
        await client.table("b" * 26)
    with pytest.raises(SeqFromTheFuture):
        await client.view(TABLE_ID, 77)
    with pytest.raises(Refused) as refused:
        await seat.act(BUY)
    assert (refused.value.code, refused.value.rule) == ("cannot_pay", "8.3")
    assert str(refused.value) == "You cannot pay that."
    with pytest.raises(Overtaken) as overtaken:
        await seat.act(DRAW, expected_seq=77)
    assert overtaken.value.seq == 1
    fake.later = 1
    with pytest.raises(TryLater) as later:
        await seat.act(DRAW)
    assert later.value.delay_s == pytest.approx(0.02)
    with pytest.raises(ClientTooOld, match="upgrade"):
        await client.tables()  # the fake knows no such call
    assert len(fake.notices) == 1, "nothing happened"


def test_r09_a_refusal_on_the_stream_is_typed_too() -> None:
    refused = table_service_pb2.Refused(
        status=grpc.StatusCode.FAILED_PRECONDITION.value[0],
        rejection=words_pb2.Rejection(code="no_piece_left", rule="8.1", sentence=sentence("None.")),
    )
    error = errors.from_refusal(refused)
    assert isinstance(error, Refused)
    assert (error.code, error.rule, str(error)) == ("no_piece_left", "8.1", "None.")
    bug = table_service_pb2.Refused(status=grpc.StatusCode.INTERNAL.value[0])
    assert isinstance(errors.from_refusal(bug), ServerBug)


async def test_options_go_by_name(client: Client) -> None:
    game = (await client.game("burgenland")).game
    chosen = payload.options(game, {"turn_limit": "20", "start_seat": "1"})
    assert chosen is not None
    assert payload.unpack(chosen) == burgenland_pb2.Options(turn_limit=20, start_seat="1")
    with pytest.raises(BadRequest, match="Its options: turn_limit"):
        payload.options(game, {"speed": 3})


def test_only_games_are_imported_by_name() -> None:
    with pytest.raises(ClientTooOld):
        payload.message_class("ludoteca.os.v1.View")
    with pytest.raises(ClientTooOld):
        payload.message_class("os.path.v1.View")


async def test_a_seat_brings_its_own_token(
    fake: FakeService, client: Client, tmp_path: Path
) -> None:
    store = TokenStore(tmp_path / "state" / "seats.jsonl")
    seat = await client.join(TABLE_ID, "Ana", seat=1, store=store)
    assert fake.tokens == [f"Bearer {seat.token.hex()}"]
    assert seat.token.hex() not in repr(seat), "a secret stays out of logs"
    kept = store.find(client.address, TABLE_ID)
    assert kept == KeptSeat(client.address, TABLE_ID, 1, seat.token, "Ana")
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_the_last_line_about_a_seat_counts(tmp_path: Path) -> None:
    store = TokenStore(tmp_path / "seats.jsonl")
    first = KeptSeat("s:1", "t", 0, Token.from_hex(SECRET), "Ana")
    second = KeptSeat("s:1", "t", 1, Token.fresh(), "Bea")
    for kept in (first, second):
        store.keep(kept)
    assert store.seats() == [first, second]
    assert store.find("s:1", "t", 0) == first
    store.forget(second)
    assert store.find("s:1", "t") == first
    assert store.find("s:2", "t") is None


def test_a_line_that_was_cut_off_takes_no_other_seat_along(tmp_path: Path) -> None:
    """A full disk, or a machine that went down in the middle of a line."""
    store = TokenStore(tmp_path / "seats.jsonl")
    first = KeptSeat("s:1", "t", 0, Token.from_hex(SECRET), "Ana")
    second = KeptSeat("s:1", "t", 1, Token.fresh(), "Bea")
    store.keep(first)
    with store.path.open("a") as file:
        file.write('{"server": "s:1", "table_id": "u", "se')
    assert store.seats() == [first]
    store.keep(second)
    assert store.seats() == [first, second]


def test_a_token_that_is_none_says_so() -> None:
    with pytest.raises(NoToken, match="64 hexadecimal digits"):
        Token.from_hex("abc")
