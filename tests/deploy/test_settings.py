"""Settings by environment: production refuses to start unsafe, and says what is missing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.checks import PRODUCTION as COMPLETE
from tests.deploy.service import PROJECT_DIR

_SHOW = """
import json, django
from django.conf import settings
django.setup()
names = %r
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


_LOG = """
import django, logging
django.setup()
logging.getLogger("durako").warning("hello %s", "there", extra={"match": 7})
"""


def _load(
    environment: dict[str, str], *names: str
) -> tuple[dict[str, object], subprocess.CompletedProcess[str]]:
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in COMPLETE and not name.startswith(("DATABASE", "CELERY", "DURAKO"))
    }
    done = subprocess.run(
        [sys.executable, "-c", _SHOW % (list(names),)],
        cwd=PROJECT_DIR,
        env={**bare, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return (json.loads(done.stdout) if done.returncode == 0 else {}), done


@pytest.mark.parametrize(
    "missing",
    [
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "DATABASE_URL",
        "CELERY_BROKER_URL",
        "EMAIL_URL",
        "TASK_SIGNING_KEY",
    ],
)
def test_production_says_what_is_missing(missing: str) -> None:
    incomplete = {name: value for name, value in COMPLETE.items() if name != missing}
    _, done = _load(incomplete)
    assert done.returncode != 0
    assert f"{missing} is not set. Production needs" in done.stderr


def test_production_is_safe_by_default() -> None:
    shown, done = _load(
        {**COMPLETE, "DEBUG": "1"},
        "DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "LOGGING", "SITE_URL",
        "CONTENT_SECURITY_POLICY",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert shown["DEBUG"] is False
    assert shown["SESSION_COOKIE_SECURE"] is True
    assert shown["CSRF_COOKIE_SECURE"] is True
    assert shown["SECURE_SSL_REDIRECT"] is True
    assert isinstance(shown["SECURE_HSTS_SECONDS"], int)
    assert shown["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert shown["ALLOWED_HOSTS"] == ["durako.example"]
    assert shown["CSRF_TRUSTED_ORIGINS"] == ["https://durako.example"]
    assert shown["SITE_URL"] == "https://durako.example"
    policy = json.dumps(shown["CONTENT_SECURITY_POLICY"])
    assert "unsafe" not in policy
    assert json.loads(policy)["DIRECTIVES"]["default-src"] == ["'none'"]
    assert '"formatter": "json"' in json.dumps(shown["LOGGING"])


@pytest.mark.long
def test_production_logs_one_json_object_a_line() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            _LOG,
        ],
        cwd=PROJECT_DIR,
        env={**os.environ, **COMPLETE},
        capture_output=True,
        text=True,
        check=True,
    )
    line = json.loads(done.stderr.strip().splitlines()[-1])
    assert line["message"] == "hello there"
    assert line["level"] == "WARNING"
    assert line["logger"] == "durako"
    assert line["match"] == 7
    assert line["time"]


def test_development_without_a_start_says_what_to_do(tmp_path: Path) -> None:
    _, done = _load(
        {"DJANGO_SETTINGS_MODULE": "deploy.settings.development", "DURAKO_VAR": str(tmp_path)}
    )
    assert done.returncode != 0
    assert "Start `make run` once" in done.stderr


def test_a_pool_keeps_what_the_databases_address_asks_for() -> None:
    url = "postgresql://u:p@db.example/durako?sslmode=verify-full"
    shown, done = _load({**COMPLETE, "DATABASE_URL": url, "DATABASE_POOL_SIZE": "8"}, "DATABASES")
    assert done.returncode == 0, done.stderr
    options = json.loads(json.dumps(shown["DATABASES"]))["default"]["OPTIONS"]
    assert options["sslmode"] == "verify-full"
    assert options["pool"]["max_size"] == 8


def test_host_names_may_have_blanks_and_leading_dots() -> None:
    shown, done = _load(
        {**COMPLETE, "ALLOWED_HOSTS": "durako.example, .club.example", "SECRET_KEY_FALLBACKS": "a"},
        "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECRET_KEY_FALLBACKS",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert shown["ALLOWED_HOSTS"] == ["durako.example", ".club.example"]
    assert shown["CSRF_TRUSTED_ORIGINS"] == ["https://durako.example", "https://*.club.example"]
    assert shown["SECRET_KEY_FALLBACKS"] == ["a"]


def test_mail_storage_and_cache_come_from_the_environment() -> None:
    shown, done = _load(
        {
            **COMPLETE,
            "EMAIL_URL": "smtp+tls://user:pw@mail.example:587",
            "CACHE_URL": "rediscache://127.0.0.1:6379/1",
            "STORAGE_BACKEND": "django.core.files.storage.InMemoryStorage",
            "STORAGE_OPTIONS": '{"base_url": "/x/"}',
        },
        "EMAIL_HOST", "EMAIL_USE_TLS", "CACHES", "STORAGES",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert shown["EMAIL_HOST"] == "mail.example"
    assert shown["EMAIL_USE_TLS"] is True
    assert "redis" in json.dumps(shown["CACHES"]).lower()
    assert json.loads(json.dumps(shown["STORAGES"]))["default"] == {
        "BACKEND": "django.core.files.storage.InMemoryStorage",
        "OPTIONS": {"base_url": "/x/"},
    }


@pytest.mark.parametrize(
    "code", ["import deploy.asgi", "from deploy.celery_app import app; app.conf.task_queues"]
)
def test_the_web_and_the_workers_fail_safe_without_a_settings_module(code: str) -> None:
    bare = {name: value for name, value in os.environ.items() if name not in COMPLETE}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT_DIR,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "SECRET_KEY is not set. Production needs" in done.stderr
