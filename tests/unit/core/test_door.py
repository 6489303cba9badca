"""The extension keeps to its stub: types, exceptions, and what a panic does."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ludoteca_core
from ludoteca.v1.catalog_service_pb2 import GetGameResponse, ListGamesResponse
from ludoteca.v1.table_pb2 import Notice, View
from ludoteca.v1.table_service_pb2 import ActRequest, CreateTableRequest, StartTableRequest
from ludoteca.v1.words_pb2 import Arg, NamedArg, Rejection, Sentence
from ludoteca_core import (
    BadRecord,
    BadRequest,
    Bug,
    Call,
    CoreError,
    Corrupt,
    Library,
    Refold,
    Rejected,
    provoke_bug,
)
from tests.unit.core.desk import SEED, Desk

CONTENT = Path(__file__).parents[3] / "core-rs/rules/src/burgenland/content.toml"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture
def desk(library: Library) -> Desk:
    return Desk(library, seats=3, seed=4)


def test_every_public_name_is_there() -> None:
    for name in ludoteca_core.__all__:
        assert hasattr(ludoteca_core, name)
    assert ludoteca_core.version() == "0.1.0"


def test_every_error_is_a_core_error_and_an_exception() -> None:
    for error in (BadRecord, BadRequest, Bug, Corrupt, Refold, Rejected):
        assert issubclass(error, CoreError)
        assert issubclass(error, Exception), "nobody catches a BaseException"


def test_r16_a_panic_is_a_bug_of_this_call_alone(desk: Desk) -> None:
    before = desk.table.digest()
    for _ in range(3):
        with pytest.raises(Bug, match="provoked"):
            provoke_bug()
    assert desk.table.digest() == before
    desk.play(20)
    assert desk.table.seq == len(desk.log)


def test_a_rejection_says_why(desk: Desk) -> None:
    seat = desk.to_act()
    other = (seat + 1) % 3
    with pytest.raises(Rejected) as caught:
        desk.table.decide(desk.call(seat), seat=other, token_hash=b"", at_ms=9)
    error = caught.value
    assert (error.code, error.rule, error.nonsense) == ("not_your_turn", "6", False)
    message = Rejection.FromString(error.rejection)
    assert message.sentence.text == error.message == str(error)
    assert message.code == error.code


def test_a_bad_request_has_a_reason() -> None:
    with pytest.raises(BadRequest) as caught:
        Call.act(b"\xff")
    assert caught.value.reason == "malformed"
    with pytest.raises(BadRequest) as caught:
        Call.start(StartTableRequest(table_id="t", request_id=b"short").SerializeToString())
    assert caught.value.reason == "bad_request_id"


def test_a_corrupt_log_names_the_seq(library: Library, desk: Desk) -> None:
    desk.play(10)
    with pytest.raises(Corrupt) as caught:
        library.replay([*desk.log[:7], *desk.log[8:]])
    assert caught.value.seq == 9
    assert "seq 8 was expected" in caught.value.why
    with pytest.raises(Corrupt):
        library.replay([])


def test_unknown_games_and_seats_are_bad_requests(library: Library, desk: Desk) -> None:
    with pytest.raises(BadRequest) as caught:
        library.game("chess")
    assert caught.value.reason == "unknown_game"
    request = CreateTableRequest(game="burgenland", seats=9, request_id=b"12345678")
    with pytest.raises(Rejected) as refused:
        library.create(
            request.SerializeToString(), table_id="t", seed=SEED, at_ms=1, abandon_after_ms=0
        )
    assert (refused.value.code, refused.value.nonsense) == ("bad_option", True)
    with pytest.raises(BadRequest):
        desk.table.view(3, False)
    with pytest.raises(OverflowError):
        desk.table.view(-1, False)


def test_tables_are_frozen(desk: Desk) -> None:
    with pytest.raises(AttributeError):
        desk.table.seq = 7  # type: ignore[misc]
    table, digest = desk.table, desk.table.digest()
    desk.play(5)
    assert table.digest() == digest
    assert desk.table.digest() != digest


def test_a_call_shows_what_the_service_needs(desk: Desk) -> None:
    request = ActRequest(table_id="desk", request_id=b"12345678", expected_seq=0, words=True)
    call = Call.act(request.SerializeToString())
    assert (call.table_id, call.request_id) == ("desk", b"12345678")
    assert (call.expected_seq, call.words) == (0, True)
    assert desk.call(desk.to_act()).expected_seq is None


def test_the_catalogue_tells_games_and_options(library: Library) -> None:
    games = ListGamesResponse.FromString(library.games()).games
    assert [game.id for game in games] == sorted(game.id for game in games)
    answer = GetGameResponse.FromString(library.game("burgenland"))
    assert answer.rules.startswith("# Burgenland")
    game = answer.game
    assert (game.name, game.min_seats, game.max_seats) == ("Burgenland", 2, 4)
    options = {option.id: option for option in game.options}
    assert options["two_player_layout"].default_value == "rulebook"
    assert list(options["neutral_placement"].values) == ["random", "seats"]
    assert (options["turn_limit"].min, options["turn_limit"].max) == (0, 10000)
    assert all(option.explanation for option in game.options)


def test_notices_and_views_agree(library: Library, desk: Desk) -> None:
    desk.play(30)
    seat = desk.to_act()
    step = desk.ask(desk.call(seat), seat)
    notice = Notice.FromString(step.notice(seat, True))
    view = View.FromString(desk.table.view(seat, True))
    assert notice.view_digest == view.view_digest == desk.table.view_digest(seat)
    assert notice.sentence.text
    assert library.notices(desk.log, step.seq, seat, True) == [step.notice(seat, True)]


def test_a_sentence_is_told_with_names(library: Library) -> None:
    sentence = Sentence(key="fact-joined", args=[NamedArg(name="seat", arg=Arg(seat=1))])
    told = library.render("burgenland", sentence.SerializeToString(), ["Ana", "Bea"])
    assert told == "Bea takes a seat."


def test_an_owners_content_is_found_by_its_hash(desk: Desk) -> None:
    theirs = Library()
    text = "# my own box\n" + CONTENT.read_text(encoding="utf-8")
    content_hash = theirs.add_content("burgenland", text)
    request = CreateTableRequest(game="burgenland", seats=2, request_id=b"12345678")
    step = theirs.create(
        request.SerializeToString(), table_id="t", seed=SEED, at_ms=1, abandon_after_ms=0
    )
    ours = Library()
    assert ours.missing_content(desk.log[0]) is None
    assert ours.missing_content(step.event) == ("burgenland", content_hash)
    with pytest.raises(BadRequest) as caught:
        ours.replay([step.event])
    assert caught.value.reason == "unknown_content"
    assert ours.add_content("burgenland", text, for_new_tables=False) == content_hash
    assert ours.replay([step.event])[0].seq == 1
    game = GetGameResponse.FromString(ours.game("burgenland")).game
    assert game.content_hash != content_hash, "new tables keep the built-in content"
    with pytest.raises(BadRequest) as caught:
        ours.add_content("burgenland", "no = content")
    assert caught.value.reason == "bad_content"


def test_long_work_lets_other_threads_go_on(library: Library, desk: Desk) -> None:
    desk.play()
    with ThreadPoolExecutor(4) as pool:
        tables = list(pool.map(lambda _: library.replay(desk.log)[0].digest(), range(16)))
    assert set(tables) == {desk.table.digest()}


def test_a_record_is_shown_as_json(library: Library, desk: Desk) -> None:
    desk.play()
    record = library.export_record(desk.log, None)
    shown = json.loads(library.show_record(record, 5, "all"))
    assert (shown["seq"], shown["kind"]) == (5, "started")
    with pytest.raises(BadRecord) as caught:
        library.show_record(b"nothing", None, "public")
    assert caught.value.line == 1
