"""Static files as production serves them: every module imports others by the name of a release."""

import re
from pathlib import Path

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from pytest_django import Settings

from tournaments.views.sheet_worker import SCRIPTS

_IMPORTED = re.compile(r"""from\s*["'](.+?)["']""")
_HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def test_modules_import_each_other_by_hashed_names(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "deploy.static_files.HashedStaticFiles"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    sheets = [f"tournaments/sheets/{name}.js" for name in SCRIPTS]
    for name in (*sheets, "arena/follow.js", "arena/operators/follow.js"):
        address = staticfiles_storage.url(name)
        assert _HASHED.search(address), address
        script = tmp_path / address.removeprefix(settings.STATIC_URL)
        for imported in _IMPORTED.findall(script.read_text()):
            assert _HASHED.search(imported), f"{name} imports {imported}"
            assert (script.parent / imported).exists(), f"{name} imports {imported}"
