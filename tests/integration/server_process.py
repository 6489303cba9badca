"""A whole server as a process of its own: supervisor, store, workers."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import TYPE_CHECKING, Self

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from ludoteca_server.datadir import Running, running

if TYPE_CHECKING:
    from pathlib import Path

_LINES_MAX = 1 << 20


class ServerProcess:
    """`python -m ludoteca_server` with settings in its environment; its log is read line by line."""

    def __init__(self, data_dir: Path, **settings: object) -> None:
        self.data_dir = data_dir
        given = {"port": 0, "data_dir": data_dir, "log_format": "json"} | settings
        self._environment = os.environ | {f"LUDOTECA_{k.upper()}": str(v) for k, v in given.items()}
        self.log: list[str] = []

    async def start(self) -> Self:
        """Starts it, without waiting for anything."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "ludoteca_server"),
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=_LINES_MAX,
        )
        return self

    async def serving(self) -> Running:
        """Waits for the ready line. Who serves then?"""
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.startswith(b"Ludoteca serves at "):
            raise AssertionError(f"it ended: {await self.ended()}")
        return self.info()

    def info(self) -> Running:
        """What the data directory says."""
        told = running(self.data_dir)
        assert told is not None
        return told

    async def hears(self, **fields: object) -> dict[str, object]:
        """Reads the log up to a line with these fields."""
        assert self.process.stderr is not None
        while line := (await self.process.stderr.readline()).decode():
            self.log.append(line)
            if line.startswith("{"):
                told: dict[str, object] = json.loads(line)
                if fields.items() <= told.items():
                    return told
        raise AssertionError(f"it never said {fields}:\n{''.join(self.log)}")

    async def ended(self) -> tuple[int, str]:
        """Waits for the end: exit status and the rest of what it said."""
        _, errors = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, errors.decode()

    async def kill(self) -> None:
        """Ends what is left of it."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.communicate()


async def is_serving(address: str) -> bool:
    """Whether a worker at `address` answers the health check with SERVING; waits until one is there."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        answer = await stub.Check(  # type: ignore[attr-defined]  # the package has no types
            health_pb2.HealthCheckRequest(service="ludoteca.v1.TableService"),
            wait_for_ready=True,
            timeout=20,
        )
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)
