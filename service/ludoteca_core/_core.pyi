"""The extension module: bytes in, bytes out. Import its names from `ludoteca_core`, never from here.

`viewer` is a seat number, or None for the public. `words` asks for sentences as text beside their keys.
Times are milliseconds since 1970. Bytes named after a message hold that message of `ludoteca.v1`, serialised.
"""

from collections.abc import Sequence
from typing import Self, final

__all__ = [
    "BadRecord",
    "BadRequest",
    "Bug",
    "Call",
    "CoreError",
    "Corrupt",
    "Library",
    "Position",
    "Refold",
    "Rejected",
    "Requests",
    "Step",
    "Table",
    "hash_token",
    "provoke_bug",
    "table_id",
    "version",
]

class CoreError(Exception):
    """The base of everything the core raises on purpose."""

class Rejected(CoreError):
    """The table or the rules refuse."""

    code: str
    """Stable code, e.g. `cannot_pay`."""
    rule: str
    """Section of the game's rules.md, or `table`."""
    message: str
    """The sentence."""
    nonsense: bool
    """No state would ever allow it (`unknown_id`, `bad_option`)."""
    rejection: bytes
    """Rejection."""

class BadRequest(CoreError):
    """Bytes that are no such message, an unknown game or content, a field out of its bounds."""

    reason: str
    """Stable code: `malformed`, `unknown_game`, `wrong_game`, `bad_request_id`, `bad_field`, `unknown_content`,
    `bad_content`, `request_id_reused`."""
    message: str

class Corrupt(CoreError):
    """A stored log does not replay."""

    seq: int
    why: str

class Refold(CoreError):
    """The event takes others back: fold the log again."""

class BadRecord(CoreError):
    """A file that is no record."""

    line: int
    why: str

class Bug(CoreError):
    """The core panicked; the panic was caught at the door."""

@final
class Call:
    """A decoded request that names a table and changes it."""

    @staticmethod
    def act(request: bytes) -> Call:
        """An ActRequest. Raises BadRequest."""
    @staticmethod
    def play(table_id: str, game: str, actions: bytes) -> list[Call]:
        """The actions of a PlayActions message, in order. Raises BadRequest."""
    @staticmethod
    def join(request: bytes) -> Call:
        """A JoinTableRequest."""
    @staticmethod
    def start(request: bytes) -> Call:
        """A StartTableRequest."""
    @staticmethod
    def leave(request: bytes) -> Call:
        """A LeaveTableRequest."""
    @staticmethod
    def take_back(request: bytes) -> Call:
        """A TakeBackRequest."""
    @staticmethod
    def resign(request: bytes) -> Call:
        """A ResignRequest."""
    @property
    def table_id(self) -> str: ...
    @property
    def request_id(self) -> bytes: ...
    @property
    def expected_seq(self) -> int | None: ...
    @property
    def words(self) -> bool: ...

@final
class Step:
    """An event and the table after it."""

    @property
    def event(self) -> bytes:
        """The event as the log stores it: it holds secrets, no viewer gets it."""
    @property
    def seq(self) -> int: ...
    @property
    def table(self) -> Table | None:
        """The table after the event; None after a takeback: fold the log again."""
    @property
    def starts_or_ends(self) -> bool:
        """Whether the event changes what the lobby shows: created, joined, left, started, resigned, or the end."""
    def notice(self, viewer: int | None, words: bool) -> bytes:
        """Notice of the event for one viewer. Raises Refold after a takeback: `Table.notice_of_takeback`."""

@final
class Table:
    """A table after some number of events. Frozen."""

    @property
    def table_id(self) -> str:
        """The id in its first event; an imported record is stored under another one."""
    @property
    def game(self) -> str: ...
    @property
    def seq(self) -> int: ...
    @property
    def at_ms(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def seats(self) -> int: ...
    @property
    def due_at_ms(self) -> int | None:
        """When the clock has something to do next, if nothing happens before; 0 = now."""
    @property
    def due_after_ms(self) -> int | None:
        """How long to wait once more before what is due next, after an outage that kept seats from acting."""
    @property
    def has_presence(self) -> bool:
        """Whether the game's clock says which seats are there, and the table goes on."""
    @property
    def asks_presence(self) -> bool:
        """Whether it says so now: the table has started."""
    @property
    def is_closed(self) -> bool:
        """Whether nobody may look on now who holds no seat."""
    @property
    def is_delayed(self) -> bool:
        """Whether those who hold no seat see the table late now."""
    def is_shown(self, last_seq: int, now_ms: int) -> bool:
        """Whether they may see it as it is here, when its log ends at `last_seq`."""
    @property
    def shown_at_ms(self) -> int | None:
        """From when on they may; None where no time makes a difference."""
    def seat_of(self, token_hash: bytes) -> int | None:
        """The seat whose token has this hash."""
    def decide(self, call: Call, *, seat: int | None, token_hash: bytes, at_ms: int) -> Step:
        """The event that `call` makes; `seat` is the caller's (None only for a join, which binds `token_hash`).

        Raises Rejected, BadRequest (an action of another game). Does not look at `expected_seq` or at
        earlier requests: see `Requests`.
        """
    def tick(self, at_ms: int) -> Step | None:
        """The event the clock makes now, if it has something to do."""
    def presence(self, seat: int, present: bool, at_ms: int) -> Step | None:
        """The event that says that a seat came or went; None where that is no news."""
    def evolve(self, event: bytes) -> Step:
        """The table after the next event of the log. Raises Corrupt, Refold."""
    def info(
        self, *, archived: bool = False, table_id: str | None = None, sealed: bool = False
    ) -> bytes:
        """Table: what everybody may know. `table_id` replaces the id shown (imported records).

        `sealed`: without clocks and who is to act, where those without a seat may not see the game as it is.
        """
    def view(self, viewer: int | None, words: bool) -> bytes:
        """View."""
    def view_digest(self, viewer: int | None) -> int: ...
    def actions(self, seat: int, words: bool) -> bytes:
        """ListActionsResponse: legal actions of a seat."""
    def check(self, seat: int, request: bytes) -> bytes:
        """CheckActionResponse to a CheckActionRequest. Raises BadRequest."""
    def notice_of_takeback(self, event: bytes, viewer: int | None, words: bool) -> bytes:
        """Notice of a takeback; this table is the one after it."""
    def digest(self) -> bytes:
        """32 bytes over all that is true at the table. It hashes hidden things: never sent before the table is over."""

@final
class Requests:
    """Which event each request id of each seat token made. Thread-safe."""

    def find(self, token_hash: bytes, call: Call) -> int | None:
        """The seq that this very call made before, or None.

        Raises BadRequest(`request_id_reused`) if the id came with another command.
        """
    def add(self, event: bytes) -> None:
        """Takes in the next event of the log. Known ones are passed over."""

@final
class Library:
    """The rules of every game and their content files. One per process."""

    def __new__(cls) -> Self: ...
    def games(self) -> bytes:
        """ListGamesResponse."""
    def game(self, game: str) -> bytes:
        """GetGameResponse. Raises BadRequest(`unknown_game`)."""
    def add_content(self, game: str, text: str, *, for_new_tables: bool = True) -> bytes:
        """Takes in an owner's content file; returns its BLAKE3. New tables of the game use it from now on.

        Without `for_new_tables` only the tables that name its hash use it. Raises BadRequest(`bad_content`).
        """
    def missing_content(self, first_event: bytes) -> tuple[str, bytes] | None:
        """Game and hash of the content file a table's first event names, if the library does not have it.

        None also for an event that does not decode: `replay` says what is wrong with it.
        """
    def create(
        self, request: bytes, *, table_id: str, seed: bytes, at_ms: int, abandon_after_ms: int
    ) -> Step:
        """Decides the first event of a CreateTableRequest. `abandon_after_ms` stands in where it names none.

        Raises BadRequest, Rejected(`bad_option`).
        """
    def made(self, request: bytes, first_event: bytes) -> bool:
        """Whether this CreateTableRequest made this first event: the same game, seats, options, name and terms.

        What the request leaves open fits any value. Raises BadRequest.
        """
    def replay(self, events: Sequence[bytes]) -> tuple[Table, Requests]:
        """The table after `events`, oldest first. Long: runs detached. Raises Corrupt."""
    def notices(
        self, events: Sequence[bytes], from_seq: int, viewer: int | None, words: bool
    ) -> list[bytes]:
        """Notice of every event from `from_seq` on, as those saw it who were there. Raises Corrupt."""
    def shown_seq(self, events: Sequence[bytes], now_ms: int) -> int:
        """Up to which of a going table's events those may see who hold no seat. Raises Corrupt."""
    def export_record(self, events: Sequence[bytes], viewer: int | None) -> bytes:
        """The record (docs/record-format.md): whole once the table is over, before that what `viewer` may see."""
    def import_record(self, record: bytes) -> list[bytes]:
        """The events of a whole record, verified, without tokens and request ids. Raises BadRecord, Corrupt."""
    def verify_record(self, record: bytes) -> bytes:
        """VerifyRecordResponse. Raises BadRecord if the file is none."""
    def show_record(self, record: bytes, seq: int | None, viewer: str) -> str:
        """JSON of the state after `seq` (None = the last) for viewer `public`, a seat number, or `all` (finished only)."""
    def render(self, game: str, sentence: bytes, names: Sequence[str]) -> str:
        """A Sentence in English; `names` are those of the seats' holders."""

@final
class Position:
    """A position that plays itself: for researchers, bots' searches and benchmarks. Actions go by their index."""

    def __new__(
        cls, game: str, seats: int, seed: int, options: Sequence[tuple[str, str]] = ...
    ) -> Self: ...
    @staticmethod
    def sampled(view: bytes, seed: int) -> Position:
        """A state that looks to the viewer like this View, sampled from the view alone. Raises BadRequest."""
    @property
    def legal_count(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def actor(self) -> int | None:
        """The seat that acts; None for the clock or at the end."""
    def act(self, index: int) -> None:
        """Applies the legal action at `index`. Raises IndexError."""
    def action(self, index: int) -> bytes:
        """The game's Action message at `index`. Raises IndexError."""
    def play_at_random(self, decisions: int) -> int:
        """Plays up to so many random decisions, in Rust; returns how many were played before the end. Runs detached."""
    def digest(self) -> bytes: ...
    def ranking(self) -> list[list[int]]: ...
    def clone(self) -> Position: ...

def hash_token(token: bytes) -> bytes:
    """BLAKE3 of a seat token: what the log stores of it."""

def table_id(token_hash: bytes, request_id: bytes) -> str:
    """The id of the table that this caller makes with this request: 26 characters, lower case."""

def provoke_bug() -> None:
    """Panics inside the core, for tests of what a panic does. Raises Bug, always."""

def version() -> str: ...
