"""The disk is full, for real: a sentence, and nothing half-stored."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from arena.models import BotVersion
from tests.arena.full_disk import LARGE_SOURCE
from tests.deploy.service import PROJECT_DIR
from tests.factories import BotFactory

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCE = "We could not store your file: our disk may be full. Nothing of it was kept."
NOTHING = {"files": [], "whole": [], "versions": [], "validations": 0}


def on_a_full_disk(scenario: str, folder: Path) -> dict[str, Any]:
    """What this scenario says; see `full_disk`."""
    data = settings.DATABASES["default"]
    place = f"{data['USER']}:{data['PASSWORD']}@{data['HOST']}:{data['PORT']}"
    environment = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{place}/{connection.settings_dict['NAME']}",
        "DURAKO_VAR": str(folder),
        "LOG_LEVEL": "CRITICAL",
    }
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "-Urm"]
    done = subprocess.run(
        [*unshare, sys.executable, "-W", "error", "-m", "tests.arena.full_disk", scenario],
        cwd=PROJECT_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_nothing_is_half_stored_and_the_next_try_is_the_first_version(tmp_path: Path) -> None:
    BotFactory.create()
    said = on_a_full_disk("service", tmp_path)
    for name in ("a file that does not fit", "no byte left"):
        outcome = said[name]
        (sentence,) = outcome.pop("error")["file"]
        assert sentence.startswith(SENTENCE), name
        assert outcome == NOTHING, name
    again = said["room again"]
    assert (again["error"], again["versions"], again["validations"]) == (None, [1], 1)
    assert again["whole"] == [len(LARGE_SOURCE)]
    assert again["files"] == [BotVersion.objects.get().digest]
    last = said["no room for names"]
    assert last["error"]["file"][0].startswith(SENTENCE)
    assert (last["files"], last["versions"]) == ([], [1])


def test_the_form_says_so_and_there_is_no_bot_without_its_version(tmp_path: Path) -> None:
    BotFactory.create()
    said = on_a_full_disk("page", tmp_path)
    for outcome in said.values():
        assert outcome["status"] == 200
        assert SENTENCE in outcome["text"]
        assert {name: outcome[name] for name in NOTHING} == NOTHING
        assert outcome["bots"] == 1


def test_a_request_that_cannot_be_read_gets_a_page(tmp_path: Path) -> None:
    BotFactory.create()
    said = on_a_full_disk("body", tmp_path)
    assert said["full"]["status"] == 507
    assert "nothing of it was kept" in said["full"]["text"]
    assert said["full"]["left"] == []
    assert said["room again"]["status"] == 200
    assert "MiB" in said["room again"]["text"]  # too large for a Python file, says the form
    assert not BotVersion.objects.exists()
