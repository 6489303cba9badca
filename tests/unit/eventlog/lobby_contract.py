"""What every lobby keeps: run against the one in memory and the one in a real Valkey alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_server.model.errors import MalformedRequest

if TYPE_CHECKING:
    from ludoteca_server.application.ports import Lobby


class LobbyContract:
    """Needs the fixture `lobby`: an empty one."""

    async def test_rows_come_newest_first_in_pages(self, lobby: Lobby) -> None:
        for number in range(7):
            await lobby.put(f"t{number}", f"row {number}".encode(), 1, 1_000 + number // 2)
        seen: list[bytes] = []
        pages = 0
        after = ""
        while True:
            rows, after = await lobby.rows(after, 3)
            seen += rows
            pages += 1
            if not after:
                break
        assert seen == [f"row {number}".encode() for number in (6, 5, 4, 3, 2, 1, 0)]
        assert pages == 3

    async def test_a_page_that_ends_the_list_exactly_is_followed_by_an_empty_one(
        self, lobby: Lobby
    ) -> None:
        for number in range(2):
            await lobby.put(f"t{number}", b"row", 1, number)
        rows, after = await lobby.rows("", 2)
        assert len(rows) == 2
        assert after == "" or await lobby.rows(after, 2) == ([], "")

    async def test_a_new_table_does_not_disturb_the_next_page(self, lobby: Lobby) -> None:
        for number in range(4):
            await lobby.put(f"t{number}", f"row {number}".encode(), 1, number)
        _, after = await lobby.rows("", 2)
        await lobby.put("newer", b"newer", 1, 99)
        assert (await lobby.rows(after, 2))[0] == [b"row 1", b"row 0"]

    async def test_a_time_of_any_size_leaves_a_list_that_can_be_paged(self, lobby: Lobby) -> None:
        for number, created_at_ms in enumerate((0, 10**15, 10**16, 2**63, 2**64 - 1)):
            await lobby.put(f"t{number}", f"row {number}".encode(), 1, created_at_ms)
        seen: list[bytes] = []
        after = ""
        while len(seen) < 5:
            rows, after = await lobby.rows(after, 1)
            seen += rows
        assert seen == [f"row {number}".encode() for number in (4, 3, 2, 1, 0)]

    async def test_an_older_row_never_replaces_a_newer_one(self, lobby: Lobby) -> None:
        await lobby.put("t", b"at 9", 9, 5)
        await lobby.put("t", b"at 10", 10, 5)
        await lobby.mark("t")
        await lobby.put("t", b"at 9 again", 9, 5)
        assert (await lobby.rows("", 10))[0] == [b"at 10"]
        assert await lobby.marked(0) == ["t"], "the mark stays: that row told nothing new"
        await lobby.put("t", b"at 10 again", 10, 5)
        assert (await lobby.rows("", 10))[0] == [b"at 10 again"]
        assert await lobby.marked(0) == []

    async def test_a_row_clears_no_mark_of_a_later_event(self, lobby: Lobby) -> None:
        await lobby.mark("t", 3)
        await lobby.mark("t", 2)
        await lobby.put("t", b"at 2", 2, 5)
        assert await lobby.marked(0) == ["t"], "what comes third is another worker's"
        await lobby.put("t", b"at 3", 3, 5)
        assert await lobby.marked(0) == []
        await lobby.mark("t", 3)
        await lobby.unmark("t", 60_000)
        assert await lobby.marked(0) == ["t"], "its event may still come"
        await lobby.unmark("t")
        assert await lobby.marked(0) == []

    async def test_marks_are_listed_when_they_are_old_enough(self, lobby: Lobby) -> None:
        await lobby.mark("t1")
        await lobby.mark("t2")
        assert sorted(await lobby.marked(0)) == ["t1", "t2"]
        assert await lobby.marked(60_000) == []
        await lobby.put("t1", b"row", 1, 1)
        await lobby.unmark("t2")
        assert await lobby.marked(0) == []

    async def test_tables_that_ended_wait_to_be_put_away(self, lobby: Lobby) -> None:
        for number in (3, 1, 2):
            await lobby.put(f"t{number}", b"row", 1, 1, 1_000 + number)
        await lobby.put("going on", b"row", 1, 1)
        assert await lobby.ended(1_000, 10) == []
        assert await lobby.ended(1_002, 10) == ["t1", "t2"]
        assert await lobby.ended(9_000, 2) == ["t1", "t2"]
        await lobby.no_longer_waits("t1")
        assert await lobby.ended(9_000, 2) == ["t2", "t3"]
        assert len((await lobby.rows("", 10))[0]) == 4, "its row stays"

    async def test_the_latest_end_counts_and_none_is_later_than_now(self, lobby: Lobby) -> None:
        await lobby.put("t", b"row", 1, 1, 5_000)
        await lobby.put("t", b"row", 1, 1, 1_000)
        await lobby.put("u", b"row", 1, 1, 2**62)
        assert await lobby.ended(4_999, 10) == []
        assert await lobby.ended(5_000, 10) == ["t"]
        assert await lobby.ended(4_000_000_000_000, 10) == ["t", "u"], "whatever its maker wrote"

    @pytest.mark.parametrize(
        "token",
        ["x", "12", "-", "(", "+", "[0000000000000001:t", "1:t\n", "0000000000000001:\udc80"],
    )
    async def test_a_page_token_of_nobodys_making_is_refused(
        self, lobby: Lobby, token: str
    ) -> None:
        with pytest.raises(MalformedRequest):
            await lobby.rows(token, 10)
