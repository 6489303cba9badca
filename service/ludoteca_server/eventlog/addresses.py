"""Addresses of a store as an operator gives them: one, or several with commas between."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from ludoteca_server.eventlog.lane import BAD_PARTS, open_connection, shown


def split(given: str) -> list[str]:
    """The addresses in `given`, each a URL.

    What follows a comma may be a bare HOST:PORT: user, password, database and options are those of the first then,
    wherever in the list they stand.

    Raises ValueError, which shows nothing of what was given: it may hold a password.
    """
    first, *others = [part.strip() for part in given.split(",")]
    if not others:
        return [first]
    scheme, _, rest = first.partition("://")
    user, at, rest = rest.rpartition("@")
    if any("@" in part and "://" not in part for part in others):
        raise ValueError(BAD_PARTS)  # half a password with a comma in it
    bare = [part for part in (*others[::-1], rest) if "://" not in part]
    options = next((part[len(_place(part)) :] for part in bare if part != _place(part)), "")
    found = []
    for part in (rest, *others):
        if "://" in part:
            found.append(part)
        else:
            found.append(f"{scheme}://{user}{at}{_place(part)}{options}")
    return found


def _place(part: str) -> str:
    """HOST:PORT of what may go on with a database and options."""
    return part.partition("/")[0].partition("?")[0]


def shown_all(given: str) -> str:
    """The addresses in `given` without their password. Raises ValueError."""
    return ",".join(shown(each) for each in split(given))


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where a store is asked what it is."""

    urls: tuple[str, ...]

    @classmethod
    def of(cls, given: str) -> Seeds:
        """Reads what an operator gave. Raises ValueError."""
        urls = tuple(split(given))
        for url in urls:
            open_connection(url, 1.0, "")
        return cls(urls)

    @property
    def is_fixed(self) -> bool:
        """A socket of this machine: no other server ever takes its place."""
        return len(self.urls) == 1 and self.urls[0].startswith("unix://")

    def url_of(self, host: str, port: int) -> str:
        """The address of another server of the same store."""
        parts = urlsplit(self.urls[0])
        user, at, _ = parts.netloc.rpartition("@")
        place = f"[{host}]" if ":" in host else host
        return urlunsplit(parts._replace(netloc=f"{user}{at}{place}:{port}"))
