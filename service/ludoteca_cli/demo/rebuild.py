"""A process that knows nothing but a store's address and a table's id: folds the log and says what it got.

python -m ludoteca_cli.demo.rebuild URL TABLE
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from ludoteca_core import Library
from ludoteca_server.eventlog.redis_streams import RedisStreams


async def rebuilt(url: str, table_id: str) -> dict[str, object]:
    """The table after its last event, as digests of what each viewer sees and of the whole state."""
    log = RedisStreams(url)
    try:
        entries = await log.read(table_id)
    finally:
        await log.close()
    start = time.perf_counter()
    table, _ = Library().replay([entry.event for entry in entries])
    return {
        "seq": table.seq,
        "is_over": table.is_over,
        "digest": table.digest().hex(),
        "views": [table.view_digest(seat) for seat in range(table.seats)],
        "public_view": table.view_digest(None),
        "fold_ms": (time.perf_counter() - start) * 1000,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(rebuilt(*sys.argv[1:]))))
