"""The web process as production runs it, on the real database."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from deploy.checks import PRODUCTION
from deploy.launcher.postgres import free_port
from tests.deploy.service import PROJECT_DIR, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object) -> None:
        return None


def _get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str]]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}", headers=headers)
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=10) as response:
            return response.status, dict(response.headers)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, dict(error.headers)
    except OSError:
        return 0, {}


@pytest.fixture
def production(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    port = free_port()
    log = tmp_path / "web.log"
    parent = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    environment = {
        **os.environ,
        **PRODUCTION,
        "DATABASE_URL": f"{parent}/{connection.settings_dict['NAME']}",
        "CELERY_BROKER_URL": os.environ["CELERY_BROKER_URL"],
        "DURAKO_VAR": str(tmp_path),
        "BEHIND_TLS_PROXY": "1",
    }
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"],
        cwd=PROJECT_DIR,
        env=environment,
        check=True,
    )
    with log.open("wb") as file:
        process = subprocess.Popen(
            [
                sys.executable, "-m", "uvicorn", "deploy.asgi:application", "--port", str(port),
                "--lifespan", "off", "--no-proxy-headers",
            ],
            cwd=PROJECT_DIR, env=environment, stdout=file, stderr=file,
        )  # fmt: skip
    try:
        wait_for(lambda: _get(port, "readyz")[0] == 200, "the web", details=log.read_text)
        yield port, log
    finally:
        process.terminate()
        process.wait(timeout=30)


def test_it_is_safe_and_logs_json(production: tuple[int, Path]) -> None:
    port, log = production
    status, headers = _get(port, "", Host="durako.example")
    assert status == 301
    assert headers["location"] == "https://durako.example/"

    through_proxy = {"Host": "durako.example", "X-Forwarded-Proto": "https"}
    status, headers = _get(port, "accounts/login/", **through_proxy)
    assert status == 200
    assert headers["strict-transport-security"].startswith("max-age=31536000")
    assert "unsafe" not in headers["content-security-policy"]
    assert "secure" in headers["set-cookie"].lower()

    assert _get(port, "", **{**through_proxy, "Host": "evil.example"})[0] == 400

    lines = log.read_text().splitlines()
    assert lines
    assert all(json.loads(line)["level"] for line in lines)
