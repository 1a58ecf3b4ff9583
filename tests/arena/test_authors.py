"""What the site gives bot authors: a page, a wheel that pip installs, a folder to start from."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from arena.author_kit import PARTS, starter, wheel
from arena.sdk.scaffold import first_bot


def test_the_page_shows_one_install_line_and_a_first_bot_of_under_twenty_lines(
    client: Client,
) -> None:
    page = client.get("/authors/").content.decode()
    assert f"python -m pip install http://testserver/authors/kit/{wheel().name}" in page
    assert page.index("python3 -m venv venv") < page.index("python -m pip install")
    assert "<code>cd mybot</code>" not in page  # fails for whoever saved the file by hand
    assert "class MyBot(DurakBot)" in page
    assert len(first_bot().splitlines()) < 20


@pytest.mark.parametrize("file", [wheel, starter])
def test_the_files_can_be_downloaded(client: Client, file: object) -> None:
    assert callable(file)
    wanted = file()
    answer = client.get(reverse("author_kit", args=[wanted.name]))
    assert answer.content == wanted.content
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{wanted.name}"'


def test_an_old_file_is_not_found(client: Client) -> None:
    assert client.get("/authors/kit/durako-0.0.1-py3-none-any.whl").status_code == 404


def test_the_wheel_holds_the_authors_part_and_nothing_of_the_server() -> None:
    with zipfile.ZipFile(io.BytesIO(wheel().content)) as archive:
        names = archive.namelist()
    folders = {"/".join(name.split("/")[:2]) for name in names if name.startswith("arena/")}
    assert folders == {f"arena/{name}" for name in ("__init__.py", "py.typed", *PARTS)}
    assert "scoring/py.typed" in names
    assert "arena/sdk/starter/mybot.py" in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    assert all(name.split("/")[0] in {"arena", "scoring"} for name in names[:-4])


def test_the_same_files_make_the_same_bytes() -> None:
    first = wheel().content
    wheel.cache_clear()
    assert wheel().content == first


def test_pip_installs_the_wheel(tmp_path: Path) -> None:
    """With its records checked; what it needs besides is tried in `test_empty_environment`."""
    path = tmp_path / wheel().name
    path.write_bytes(wheel().content)
    target = tmp_path / "site"
    subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
            "--disable-pip-version-check", "--target", target, path,
        ],
        check=True,
    )  # fmt: skip
    assert (target / "arena" / "sdk" / "bot.py").exists()
    assert (target / "bin" / "durako").exists()
