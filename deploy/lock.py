"""Writes the locked requirements: every version with its hashes, and no address of any index."""

import subprocess
import sys
from pathlib import Path

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
