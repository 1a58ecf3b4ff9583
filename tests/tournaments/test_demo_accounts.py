"""The demo accounts of a first run."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.tournaments.browsing import is_logged_in, log_in, open_page
from tournaments.demo import DEMO_ACCOUNTS
from tournaments.models import User

pytestmark = pytest.mark.django_db

PASSWORDS = {demo.email: f"password of {demo.role}" for demo in DEMO_ACCOUNTS}


@pytest.fixture
def password_file(tmp_path: Path) -> Path:
    file = tmp_path / "passwords.json"
    file.write_text(json.dumps(PASSWORDS))
    return file


def test_everybody_of_the_demo_can_log_in(password_file: Path) -> None:
    call_command("demo_accounts", password_file=password_file)
    for email, password in PASSWORDS.items():
        client = Client()
        log_in(client, email, password)
        assert is_logged_in(client)
    assert [demo.role for demo in DEMO_ACCOUNTS] == ["organizer", "bot author", "player", "staff"]


def test_demo_staff_set_up_their_second_factor_first(client: Client, password_file: Path) -> None:
    call_command("demo_accounts", password_file=password_file)
    staff = User.objects.get(is_staff=True)
    assert not staff.is_superuser
    log_in(client, staff.email, PASSWORDS[staff.email])
    page = open_page(client, "admin:index")
    assert page.url == reverse("account_reauthenticate")
    assert "second factor" in page.text


def test_running_it_again_changes_nothing_but_makes_the_passwords_true(
    password_file: Path,
) -> None:
    call_command("demo_accounts", password_file=password_file)
    first = list(User.objects.order_by("pk").values())
    call_command("demo_accounts", password_file=password_file)
    assert list(User.objects.order_by("pk").values()) == first
    assert EmailAddress.objects.count() == len(DEMO_ACCOUNTS)

    ana = User.objects.get(email="ana@demo.durako.example")
    ana.display_name = "Renamed"
    ana.set_password("something else")
    ana.save()
    call_command("demo_accounts", password_file=password_file)
    ana.refresh_from_db()
    assert ana.display_name == "Renamed"
    assert ana.check_password(PASSWORDS[ana.email])


def test_passwords_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(PASSWORDS)))
    call_command("demo_accounts", password_file="-")
    assert User.objects.count() == len(DEMO_ACCOUNTS)


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", "null", '{"ana@demo.durako.example": 5}', "\x00", '"text"']
)
def test_a_bad_file_is_refused_with_a_sentence(tmp_path: Path, content: str) -> None:
    file = tmp_path / "passwords.json"
    file.write_text(content)
    with pytest.raises(CommandError, match=r"passwords\.json"):
        call_command("demo_accounts", password_file=file)
    assert not User.objects.exists()


def test_a_missing_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("demo_accounts", password_file=tmp_path / "nothing")


def test_it_is_not_allowed_unless_the_settings_say_so(
    settings: Settings, password_file: Path
) -> None:
    settings.DEMO_ALLOWED = False
    with pytest.raises(CommandError, match="do not allow"):
        call_command("demo_accounts", password_file=password_file)
    assert not User.objects.exists()


def test_production_does_not_allow_it() -> None:
    from deploy.settings import base

    assert base.DEMO_ALLOWED is False
    production = Path(base.__file__).with_name("production.py").read_text()
    assert "DEMO_ALLOWED" not in production


def test_the_list_needs_no_django() -> None:
    code = "import sys, tournaments.demo; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
