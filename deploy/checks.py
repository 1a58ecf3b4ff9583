"""Everything that can be checked without running a test, one line each: `make lint`."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from deploy.launcher.console import fail, say

PROJECT_DIR = Path(__file__).resolve().parents[1]

# Values that production refuses to start without; none of them is used for anything here.
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "deploy.settings.production",
    "SECRET_KEY": "only-for-the-check-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "ALLOWED_HOSTS": "durako.example",
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "CELERY_BROKER_URL": "pgmq://nobody@127.0.0.1:1/none",
    "TASK_SIGNING_KEY": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "EMAIL_URL": "smtp://127.0.0.1:1",
}
_TESTING = {"DJANGO_SETTINGS_MODULE": "deploy.settings.testing"}
IMPORT_LINTER = "from importlinter.cli import lint_imports_command as main; main()"

CHECKS: list[tuple[str, list[str], dict[str, str]]] = [
    ("installed packages", ["-m", "pip", "check"], {}),
    ("format", ["-m", "ruff", "format", "--check", "--quiet", "."], {}),
    ("lint", ["-m", "ruff", "check", "--quiet", "."], {}),
    ("import contracts", ["-c", IMPORT_LINTER], {}),
    ("types", ["-m", "mypy"], {}),
    ("generated code", ["-m", "deploy.protobuf", "--check"], {}),
    ("translations", ["-m", "deploy.translations", "--check"], _TESTING),
    (
        "migrations",
        ["-W", "ignore", "manage.py", "makemigrations", "--check", "--dry-run"],
        _TESTING,
    ),
    (
        "production settings",
        ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        PRODUCTION,
    ),
]

_one_speaks = Lock()


def run(name: str, arguments: list[str], environment: dict[str, str]) -> bool:
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT_DIR,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        with _one_speaks:
            say(f"✓ {name} ({time.monotonic() - started:.1f} s)", style="green")
        return True
    with _one_speaks:
        fail(f"✗ {name}")
        say(done.stdout.strip())
    return False


def main() -> None:
    """Run them all, also after a failure, so that one run shows everything; two at a time, since
    the types alone take longer than all others together."""
    first = sorted(CHECKS, key=lambda check: check[0] != "types")
    with ThreadPoolExecutor(max_workers=2) as pool:
        is_well = list(pool.map(lambda check: run(*check), first))
    if not all(is_well):
        sys.exit(1)


if __name__ == "__main__":
    main()
