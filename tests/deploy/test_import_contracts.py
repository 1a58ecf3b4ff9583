"""Each import contract is broken on purpose, and must notice."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.checks import IMPORT_LINTER
from tests.deploy.service import PROJECT_DIR

PACKAGES = ("arena", "deploy", "scoring", "tournaments")
HOUSE = "The house: imports point one way"
TOURNAMENTS = "Tournaments know nothing of the arena's Django side"
DJANGO_FREE = "The Django-free packages know no Django, no REST framework and no database"
SCORING = "Scoring is the standard library's, and networkx's in the pairings only"
NO_INPUT_OUTPUT = "Algorithms, rule engines and what is on the wire do no input or output"

NO_GRPC = "A table knows no gRPC: it is played the same in a test without a server"
TABLE = (
    "table", "rotation", "seat", "gathering", "running_board", "outgoing", "events", "journal",
    "signal",
)  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(
            PROJECT_DIR / package, folder / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(PROJECT_DIR / "pyproject.toml", folder)
    return folder


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", IMPORT_LINTER],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_house_keeps_its_contracts(copy: Path) -> None:
    done = _lint(copy)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "bad_import", "contract"),
    [
        ("scoring/sequential.py", "import arena.games", HOUSE),
        ("arena/games/__init__.py", "import arena.sdk", HOUSE),
        ("arena/protocol/__init__.py", "import arena.games", HOUSE),
        ("arena/gameserver/__init__.py", "import arena.runner.queues", HOUSE),
        ("arena/sdk/__init__.py", "import arena.runner", HOUSE),
        ("tournaments/models/__init__.py", "import arena.models", HOUSE),
        ("tournaments/models/__init__.py", "import tournaments.services", HOUSE),
        ("tournaments/services/__init__.py", "import tournaments.views", HOUSE),
        ("arena/services/__init__.py", "import arena.forms", HOUSE),
        ("arena/forms/__init__.py", "import arena.views", HOUSE),
        ("tournaments/views/__init__.py", "import arena.selectors", HOUSE),
        ("arena/models/__init__.py", "import arena.services", HOUSE),
        ("arena/services/__init__.py", "import arena.tasks", HOUSE),
        ("arena/views/__init__.py", "import deploy.urls", HOUSE),
        ("tournaments/names.py", "import arena.models", TOURNAMENTS),
        ("tournaments/sessions.py", "from arena import services", TOURNAMENTS),
        ("scoring/sequential.py", "import django", DJANGO_FREE),
        ("arena/games/__init__.py", "from django.db import models", DJANGO_FREE),
        ("arena/protocol/__init__.py", "import django.conf", DJANGO_FREE),
        ("arena/sdk/__init__.py", "import psycopg", DJANGO_FREE),
        ("arena/gameserver/__init__.py", "import rest_framework", DJANGO_FREE),
        ("arena/runner/queues.py", "import tournaments.models", DJANGO_FREE),  # indirectly
        ("scoring/sequential.py", "import networkx", SCORING),
        ("scoring/burako/__init__.py", "import scoring.pairing", SCORING),  # indirectly
        ("arena/games/__init__.py", "import socket", NO_INPUT_OUTPUT),
        ("scoring/durak/__init__.py", "from pathlib import Path", NO_INPUT_OUTPUT),
        *((f"arena/gameserver/{module}.py", "import grpc", NO_GRPC) for module in TABLE),
        ("arena/gameserver/table.py", "import arena.gameserver.refusal", NO_GRPC),  # indirectly
    ],
)
def test_a_broken_contract_is_noticed(
    copy: Path, module: str, bad_import: str, contract: str
) -> None:
    path = copy / module
    before = path.read_text()
    path.write_text(f"{before}\n{bad_import}\n")
    try:
        done = _lint(copy)
    finally:
        path.write_text(before)
    assert done.returncode != 0
    assert f"{contract} BROKEN" in done.stdout
