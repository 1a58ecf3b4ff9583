"""Writes the locked requirements: every version with its hashes, and no address of any index."""

import json
import subprocess
import sys
from pathlib import Path

import arena.archive
from arena.archive.hosted import PACKAGES_FILE
from arena.runner.runtime.locked import LOCK, locked_packages

PROJECT_DIR = Path(__file__).resolve().parents[1]
DEV = "deploy/requirements-dev.txt"
SERVER = "deploy/requirements.txt"
BENCH = "deploy/requirements-bench.txt"
HOSTED = "deploy/requirements-hosted.txt"
_OPTIONS = [
    "--quiet", "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links",
    "--no-emit-trusted-host", "--strip-extras", "--allow-unsafe", "--no-header",
]  # fmt: skip


def compile_lock(output: str, *arguments: str, source: str = "pyproject.toml") -> None:
    subprocess.run(
        [
            sys.executable, "-m", "piptools", "compile", *_OPTIONS, *arguments,
            "--output-file", output, source,
        ],
        cwd=PROJECT_DIR,
        check=True,
    )  # fmt: skip


def hosted_packages() -> str:
    """What the hosted lock holds, for those who only ask for names and versions."""
    return json.dumps(locked_packages(LOCK.read_text(encoding="utf-8")), indent=2) + "\n"


if __name__ == "__main__":
    compile_lock(DEV, "--extra", "server", "--extra", "dev", *sys.argv[1:])
    # The server's lock is a part of the developers', and theirs of the benchmarks': the same
    # versions everywhere.
    compile_lock(SERVER, "--extra", "server", "--constraint", DEV, *sys.argv[1:])
    extras = [option for name in ("server", "dev", "bench") for option in ("--extra", name)]
    compile_lock(BENCH, *extras, "--constraint", DEV, *sys.argv[1:])
    # What bots get is none of the server's business, but the wire is the same on both ends.
    compile_lock(
        HOSTED, "--constraint", BENCH, *sys.argv[1:], source="deploy/requirements-hosted.in"
    )
    (Path(arena.archive.__file__).parent / PACKAGES_FILE).write_text(hosted_packages())
