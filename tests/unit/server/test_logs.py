"""Log lines: programs read each of them, whoever wrote it."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import logging, threading
from ludoteca_server import logs
from ludoteca_server.settings import Settings
logs.configure(Settings.model_validate({"log_format": "json"}), worker="w0")
said = threading.Thread(target=lambda: logging.getLogger("exporter").warning("tries %s", "again"))
said.start()
said.join()
try:
    raise ZeroDivisionError
except ZeroDivisionError:
    logging.getLogger("asyncio").exception("never retrieved")
logging.getLogger("exporter").info("nothing to say")
"""


def test_what_a_library_says_is_a_line_like_ours() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    told = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["logger"], line["level"], line["note"]) for line in told] == [
        ("exporter", "warning", "tries again"),
        ("asyncio", "error", "never retrieved"),
    ]
    assert {line["worker"] for line in told} == {"w0"}
    assert "ZeroDivisionError" in told[1]["exception"]
