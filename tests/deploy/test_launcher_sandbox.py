"""Bots without a sandbox: only one's own, on a development server that nobody else reaches."""

import subprocess
from pathlib import Path

import pytest

from arena.runner.configuration import ConfigurationError, sandbox_asked_for
from arena.runner.signing import key_create
from deploy.launcher.postgres import free_port
from deploy.launcher.problems import Problem
from deploy.launcher.runner import RunnerPlace
from deploy.launcher.sandbox import sandbox_choice
from deploy.launcher.stack import Address
from tests.deploy.service import PROJECT_DIR, launcher_command, launcher_environment

INSECURE = {"DURAKO_SANDBOX": "insecure", "DEBUG": "1"}
HERE = ["127.0.0.1", "127.1.2.3", "::1", "localhost"]
REACHED_BY_OTHERS = [
    "0.0.0.0", "::", "", "0", "192.168.1.7", "10.0.0.1", "203.0.113.5", "fe80::1%eth0",
    "2001:db8::1", "::ffff:192.168.1.7", "durako.example", "localhost.durako.example",
]  # fmt: skip


@pytest.mark.parametrize("host", HERE)
def test_on_loopback_in_debug_mode_the_runner_is_told(host: str) -> None:
    assert sandbox_choice(INSECURE, Address(host, 8000)) == INSECURE


@pytest.mark.parametrize("host", REACHED_BY_OTHERS)
def test_where_others_reach_the_web_it_is_refused(host: str) -> None:
    with pytest.raises(Problem, match="Leave HOST out") as refused:
        sandbox_choice(INSECURE, Address(host, 8000))
    assert host in str(refused.value)
    assert sandbox_choice({"DEBUG": "1"}, Address(host, 8000)) == {}, "with a sandbox it may be"


@pytest.mark.parametrize("host", [*HERE, *REACHED_BY_OTHERS])
@pytest.mark.parametrize("debug", [{}, {"DEBUG": ""}, {"DEBUG": "0"}, {"DEBUG": "false"}])
def test_without_debug_it_is_refused(host: str, debug: dict[str, str]) -> None:
    with pytest.raises(Problem, match="set DEBUG=1 as well"):
        sandbox_choice({"DURAKO_SANDBOX": "insecure", **debug}, Address(host, 8000))


def test_with_the_settings_of_production_it_is_refused() -> None:
    """They may well listen on loopback, behind a proxy."""
    settings = {"DJANGO_SETTINGS_MODULE": "deploy.settings.production"}
    with pytest.raises(Problem, match="Leave DJANGO_SETTINGS_MODULE out"):
        sandbox_choice({**INSECURE, **settings}, Address("127.0.0.1", 8000))
    assert sandbox_choice(settings, Address("127.0.0.1", 8000)) == {}


@pytest.mark.parametrize("name", ["a cage", "INSECURE", " insecure", "none"])
def test_a_sandbox_that_there_is_not_is_a_sentence(name: str) -> None:
    asked = {"DURAKO_SANDBOX": name, "DEBUG": "1"}
    with pytest.raises(ConfigurationError, match="Leave DURAKO_SANDBOX out"):
        sandbox_asked_for(asked)
    with pytest.raises(Problem, match="Leave DURAKO_SANDBOX out"):
        sandbox_choice(asked, Address("127.0.0.1", 8000))


@pytest.mark.parametrize("asked", [{}, {"DURAKO_SANDBOX": ""}, {"DURAKO_SANDBOX": "bwrap"}])
def test_the_sandbox_is_what_nobody_has_to_ask_for(asked: dict[str, str]) -> None:
    assert sandbox_asked_for(asked) == "bwrap"
    assert sandbox_choice(asked, Address("0.0.0.0", 8000)) == {}


@pytest.mark.parametrize("sandbox", [{}, INSECURE])
def test_the_runner_hears_of_it_only_then(
    sandbox: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the launcher's own environment says."""
    for name, value in INSECURE.items():
        monkeypatch.setenv(name, value)
    place = RunnerPlace.in_var(tmp_path, tmp_path / "gameserver", sandbox)
    service = {"CELERY_BROKER_URL": "memory://", "TASK_SIGNING_KEY": key_create()}
    told = place.environment(service)
    assert {name: told[name] for name in INSECURE if name in told} == sandbox


@pytest.mark.launcher
@pytest.mark.parametrize(
    ("options", "debug", "said"),
    [(["--host", "0.0.0.0"], "1", "Leave HOST out"), ([], "", "set DEBUG=1 as well")],
)
def test_the_launcher_starts_nothing_then(
    tmp_path: Path, options: list[str], debug: str, said: str
) -> None:
    done = subprocess.run(
        launcher_command(free_port(), *options),
        cwd=PROJECT_DIR,
        env={**launcher_environment(tmp_path / "var"), **INSECURE, "DEBUG": debug},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert said in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []
