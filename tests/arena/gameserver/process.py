"""`python -m arena.gameserver serve` as a process of its own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PROJECT_DIR = Path(__file__).resolve().parents[3]
START_SECONDS = 60


class ServerProcess:
    """A started server; its control socket and token file are in `folder`."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.token_file = folder / "token"
        self.address_file = folder / "address"
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-m", "arena.gameserver", "serve",
                    "--control", f"unix:{folder}/c.sock", "--host-token-file", str(self.token_file),
                    "--address-file", str(self.address_file), "--players", "127.0.0.1:0",
                    "--metrics-port", "0", *options,
                ],
                cwd=PROJECT_DIR,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                stderr=log,
            )  # fmt: skip

    def wait_until_ready(self) -> dict[str, Any]:
        """What the address file says."""
        deadline = time.monotonic() + START_SECONDS
        while not self.address_file.exists():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)
        addresses: dict[str, Any] = json.loads(self.address_file.read_text())
        return addresses

    def wait(self) -> int:
        """Its exit code."""
        return self.process.wait(timeout=START_SECONDS)
