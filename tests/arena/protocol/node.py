"""The example bot, installed into a folder of its own, and started there."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROJECT_DIR: Final = Path(__file__).resolve().parents[3]
EXAMPLE: Final = PROJECT_DIR / "arena" / "protocol" / "examples" / "javascript"
FILES: Final = ("bot.js", "strategy.js", "package.json", "package-lock.json", ".npmrc")
OLDEST_NODE: Final = 20
INSTALL_SECONDS: Final = 180
PLAY_SECONDS: Final = 240
UNREACHABLE: Final = re.compile(r"E(NOTFOUND|CONNREFUSED|AI_AGAIN|TIMEDOUT|NETUNREACH|CONNRESET)")


class NoNodeError(Exception):
    """The bot cannot be started on this machine; the text says why."""


def install(folder: Path) -> "InstalledBot":
    """The files of the repository and their dependencies, `npm ci` as the page says."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoNodeError("Node and npm are not installed here.")
    version = _run([node, "--version"], folder).stdout
    if int(re.findall(r"\d+", version)[0]) < OLDEST_NODE:
        raise NoNodeError(f"Node {version.strip()} is older than {OLDEST_NODE}.")
    for name in FILES:
        shutil.copy(EXAMPLE / name, folder)
    done = _run([npm, "ci", "--ignore-scripts", "--no-update-notifier"], folder)
    if done.returncode != 0:
        if UNREACHABLE.search(done.stderr):
            raise NoNodeError("npm cannot reach a registry from here.")
        raise AssertionError(f"npm ci failed:\n{done.stderr}")
    return InstalledBot(node, folder)


@dataclass(frozen=True)
class InstalledBot:
    """The example bot, ready to be started."""

    node: str
    folder: Path

    def start(self, address: str, token: str) -> subprocess.Popen[str]:
        """A bot for one seat; what it says goes to its stderr."""
        return subprocess.Popen(
            [self.node, "bot.js"],
            cwd=self.folder,
            env={
                **os.environ,
                "DURAKO_PROTO": str(PROJECT_DIR / "proto"),
                "DURAKO_ADDRESS": address,
                "DURAKO_TOKEN": token,
            },
            stderr=subprocess.PIPE,
            text=True,
        )


def said_by(bot: subprocess.Popen[str]) -> str:
    """What a bot has said until its end, which must be a good one."""
    try:
        _, said = bot.communicate(timeout=PLAY_SECONDS)
    finally:
        bot.kill()
    assert bot.returncode == 0, said
    return said


def _run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arguments, cwd=folder, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS
    )
