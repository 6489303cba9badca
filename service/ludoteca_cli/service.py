"""Which service a command talks to: one that is named, one that runs here, or one started for the purpose."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ludoteca_client import Client, Tls
    from ludoteca_server.datadir import Running

STARTS_WITHIN_S = 60.0
STOPS_WITHIN_S = 40.0
_POLL_S = 0.02
NONE_RUNS = (
    "No service of yours runs on this machine. Start one with `ludoteca serve`, or name one with"
    " --server HOST:PORT."
)


@dataclass(frozen=True, slots=True)
class Target:
    """What the user said about the service."""

    server: str | None = None
    tls: bool = False
    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None
    data_dir: Path | None = None

    def client(self) -> Client:
        """A client of the service. Raises Failure if there is none."""
        # What a handshake says of itself, in the middle of a screen: the client says it in a sentence.
        os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
        from ludoteca_client import Client

        return Client(self.address(), tls=self.trust())

    def address(self) -> str:
        """Where the named service is, or the one that runs here. Raises Failure if none does."""
        if self.server is not None:
            return self.server
        here = self.here()
        if here is None or not here.address:
            raise Failure(NONE_RUNS)
        return here.address

    def trust(self) -> Tls | bool:
        """How to trust it; False: no TLS."""
        from ludoteca_client import Tls

        here = self.here() if self.server is None else None
        files = (self.ca_file, self.cert_file, self.key_file)
        if self.tls or any(files) or (here is not None and here.tls):
            return Tls(ca_file=self.ca_file, cert_file=self.cert_file, key_file=self.key_file)
        return False

    def flags(self) -> str:
        """What to say again to reach the same service, with a space before each word."""
        told = {
            "--server": self.server,
            "--ca-file": self.ca_file,
            "--cert-file": self.cert_file,
            "--key-file": self.key_file,
        }
        words = [f" {flag} {shlex.quote(str(value))}" for flag, value in told.items() if value]
        return "".join(
            [*words, " --tls" if self.tls and not any((self.ca_file, self.cert_file)) else ""]
        )

    def here(self) -> Running | None:
        """The service that runs on the data directory, if one does."""
        from ludoteca_server.datadir import running

        return running(self.directory())

    def directory(self) -> Path:
        """The data directory of a service on this machine."""
        if self.data_dir is not None:
            return self.data_dir
        import platformdirs

        return platformdirs.user_data_path("ludoteca")


@contextmanager
def started(
    data_dir: Path, *flags: str, environment: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """A service of its own on a data directory, for as long as the block runs. Raises Failure."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-") as folder:
        ready, log = Path(folder) / "ready.json", Path(folder) / "service.log"
        command = [
            *(sys.executable, "-m", "ludoteca_cli.attached", str(os.getpid())),
            *("--data-dir", str(data_dir), "--ready-file", str(ready), "--port", "0", *flags),
        ]
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the command alone, which then stops it
            )
        try:
            yield _ready(process, ready, log)
        finally:
            _stop(process)


def _ready(process: subprocess.Popen[bytes], ready: Path, log: Path) -> Running:
    """Waits for the ready file. Raises Failure with the service's last words."""
    import json

    from ludoteca_server.datadir import Running

    deadline = time.monotonic() + STARTS_WITHIN_S
    while not ready.exists():
        if process.poll() is not None or time.monotonic() > deadline:
            words = log.read_text(errors="replace").strip().splitlines()[-1:]
            raise Failure(f"The service did not start. {' '.join(words)}")
        time.sleep(_POLL_S)
    return Running(**json.loads(ready.read_text(encoding="utf-8")))


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.kill(process.pid, signal.SIGTERM)
    try:
        process.wait(STOPS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
