"""The rules core, typed: tables, records and self-play. Public for bot authors and researchers.

Bytes in, bytes out: what is named after a message holds that message of `ludoteca.v1`. Tables are frozen:
`decide` and `evolve` return new ones. A whole random game, without a service:

    position = Position("burgenland", seats=3, seed=7)
    while not position.is_over:
        position.act(choose(position.legal_count))
    print(position.ranking())
"""

from ludoteca_core._core import (
    BadRecord,
    BadRequest,
    Bug,
    Call,
    CoreError,
    Corrupt,
    Library,
    Position,
    Refold,
    Rejected,
    Requests,
    Step,
    Table,
    hash_token,
    provoke_bug,
    table_id,
    version,
)

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
