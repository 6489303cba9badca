"""Seat tokens: who may act for a seat, and where a person keeps them between two sittings."""

from __future__ import annotations

import json
import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from ludoteca_client.errors import NoToken

TOKEN_BYTES = 32


@dataclass(frozen=True, repr=False)
class Token:
    """32 secret bytes. Whoever has them holds the seat."""

    secret: bytes

    def __post_init__(self) -> None:
        if len(self.secret) != TOKEN_BYTES:
            raise ValueError(f"a seat token has {TOKEN_BYTES} bytes, not {len(self.secret)}")

    @classmethod
    def fresh(cls) -> Token:
        """A token that nobody had before."""
        return cls(secrets.token_bytes(TOKEN_BYTES))

    @classmethod
    def from_hex(cls, text: str) -> Token:
        """The token that `hex()` wrote.

        Raises:
            NoToken: the text is no token.
        """
        try:
            return cls(bytes.fromhex(text.strip()))
        except ValueError:
            raise NoToken(
                f"This is no seat token: it has {2 * TOKEN_BYTES} hexadecimal digits. Copy it whole."
            ) from None

    def hex(self) -> str:
        """The token as text: to keep, or to take to another machine. Show it to nobody."""
        return self.secret.hex()

    def __repr__(self) -> str:
        return "Token(...)"  # a secret must not end up in a log


@dataclass(frozen=True)
class KeptSeat:
    """A seat that a person can come back to."""

    server: str
    table_id: str
    seat: int
    token: Token
    name: str = ""
    bot: str = ""
    """The kind of bot that plays the seat for the person; empty if they play it themselves."""


class TokenStore:
    """The seats a person holds, in one file that only they can read.

    A line is added for each seat; the last line about a seat counts. Adding one short line is
    atomic, so that several clients can share the file. A line that was cut off counts for nothing.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path if path is not None else state_dir() / "seats.jsonl"

    def keep(self, kept: KeptSeat) -> None:
        """Remembers a seat."""
        line = {**_key(kept), "token": kept.token.hex(), "name": kept.name, "bot": kept.bot}
        self._add(line)

    def forget(self, kept: KeptSeat) -> None:
        """Forgets a seat: the game is over, or it was given up."""
        self._add({**_key(kept), "token": ""})

    def seats(self, server: str | None = None, table_id: str | None = None) -> list[KeptSeat]:
        """The seats kept, oldest first; of one server and one table if named."""
        found: dict[tuple[str, str, int], KeptSeat] = {}
        for line in self._lines():
            key = (str(line["server"]), str(line["table_id"]), int(line["seat"]))
            found.pop(key, None)
            if line["token"]:
                token = Token.from_hex(str(line["token"]))
                found[key] = KeptSeat(
                    *key, token, str(line.get("name", "")), str(line.get("bot", ""))
                )
        return [
            kept
            for kept in found.values()
            if (server is None or kept.server == server)
            and (table_id is None or kept.table_id == table_id)
        ]

    def find(self, server: str, table_id: str, seat: int | None = None) -> KeptSeat | None:
        """The seat kept last at a table that no bot plays (or exactly this seat), if any."""
        kept = self.seats(server, table_id)
        fitting = [k for k in kept if (not k.bot if seat is None else k.seat == seat)]
        return fitting[-1] if fitting else None

    def _add(self, line: dict[str, str | int]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            size = os.lseek(handle, 0, os.SEEK_END)
            os.lseek(handle, max(size - 1, 0), os.SEEK_SET)
            before = "" if os.read(handle, 1) in (b"", b"\n") else "\n"
            os.write(handle, (before + json.dumps(line) + "\n").encode())
        finally:
            os.close(handle)

    def _lines(self) -> list[dict[str, str | int]]:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def state_dir() -> Path:
    """Where this system keeps a user's state of programs."""
    home = os.environ.get("XDG_STATE_HOME")
    if home:
        return Path(home) / "ludoteca"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "ludoteca"
    return Path.home() / ".local" / "state" / "ludoteca"


def _key(kept: KeptSeat) -> dict[str, str | int]:
    return {"server": kept.server, "table_id": kept.table_id, "seat": kept.seat}
