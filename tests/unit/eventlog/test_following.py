"""What a reader that appends itself gets by its subscription: all but what it told already."""

from __future__ import annotations

import pytest

from ludoteca_server.eventlog import chain
from ludoteca_server.eventlog.following import Feed, Follower
from ludoteca_server.model.entry import EMPTY, Entry

TABLE = "t"


def entries(count: int) -> list[Entry]:
    events = [b"event %d" % n for n in range(count)]
    return [Entry(*each) for each in zip(chain.links(TABLE, EMPTY, events), events, strict=True)]


def published(entry: Entry) -> bytes:
    return str(entry.id).encode() + b"\n" + entry.event


def follow(feed: Feed) -> Follower:
    follower = Follower(feed)
    feed.followers.add(follower)
    return follower


async def heard(follower: Follower) -> list[Entry | None]:
    follower.end()
    return [each async for each in follower]


@pytest.mark.parametrize("comes_first", [True, False])
async def test_what_was_told_does_not_come_again(comes_first: bool) -> None:
    before, ours, after = entries(3)
    feed = Feed(TABLE)
    follower = follow(feed)
    feed.take(published(before))
    follower.hold()
    if comes_first:
        feed.take(published(ours))
    follower.go_on([ours.id])
    if not comes_first:
        feed.take(published(ours))
    feed.take(published(after))
    assert feed.last == after.id
    assert await heard(follower) == [before, after], "and the chain goes on behind it"


async def test_what_was_not_told_comes_in_its_order() -> None:
    first, second, third = entries(3)
    feed = Feed(TABLE)
    follower = follow(feed)
    follower.hold()
    follower.hold()
    for each in (first, second):
        feed.take(published(each))
    follower.go_on([])
    assert feed.last is None, "held by the other one"
    follower.go_on([])
    feed.take(published(third))
    assert await heard(follower) == [first, second, third]


async def test_others_who_follow_hear_of_it() -> None:
    [ours] = entries(1)
    feed = Feed(TABLE)
    writer, other = follow(feed), follow(feed)
    writer.hold()
    feed.take(published(ours))
    writer.go_on([ours.id])
    assert await heard(other) == [ours]


async def test_r19_who_followed_while_the_writer_left_hears_of_its_event() -> None:
    """A stream that is opened anew while this worker appends: its follower read the log before the append settled."""
    [ours] = entries(1)
    feed = Feed(TABLE)
    writer = follow(feed)
    writer.hold()
    back = follow(feed)
    feed.followers.discard(writer)
    feed.take(published(ours))
    writer.go_on([ours.id])
    assert await heard(back) == [ours]


async def test_a_message_of_another_history_is_a_doubt() -> None:
    first, second = entries(2)
    feed = Feed(TABLE)
    follower = follow(feed)
    follower.hold()
    follower.go_on([first.id])
    feed.take(published(first))
    feed.take(published(Entry(second.id, b"another event")))
    assert await heard(follower) == [None]
