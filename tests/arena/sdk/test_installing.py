"""The base package alone, in an empty environment: what an author installs is enough to play."""

import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from arena.sdk.version import VERSION
from arena.wire.verify import verify
from tests.arena.sdk.serving import served

PROJECT_DIR = Path(__file__).resolve().parents[3]
BOT = """
from arena.sdk import Bot, run

class Mine(Bot):
    def choose(self, view, legal, clock):
        return self.random.choice(legal)

if __name__ == "__main__":
    run(Mine)
"""
OFFLINE = """
import sys
from arena.games import rules
from arena.sdk.local import BotSource, LocalMatch, replay_of
from arena.wire.match_spec import MatchSpec

if __name__ == "__main__":
    rule_set = rules("durak/volga", players=2)
    spec = MatchSpec(match_id="first", rules=rule_set, participants=("mine", "greedy"), boards=2,
                     seed=bytes(32))
    with LocalMatch(spec, [BotSource("mybot.py"), BotSource("greedy")]) as match:
        events = list(match)
    assert len(match.played) == 4 and not match.troubles, events
    open("match.replay", "wb").write(replay_of(spec, match.played, 0))
"""


def _project() -> dict[str, object]:
    read = tomllib.loads((PROJECT_DIR / "pyproject.toml").read_text())["project"]
    assert isinstance(read, dict)
    return read


def _needed(requirements: list[str]) -> dict[str, Distribution]:
    """What is declared, and what that needs, as installed here."""
    found: dict[str, Distribution] = {}
    waiting = list(requirements)
    while waiting:
        requirement = Requirement(waiting.pop())
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        if requirement.name not in found:
            one = found[requirement.name] = distribution(requirement.name)
            waiting += one.requires or []
    return found


@pytest.fixture(scope="module")
def empty_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python with our wheel and what it declares to need, and nothing else."""
    folder = tmp_path_factory.mktemp("author")
    source = folder / "source"
    ignored = shutil.ignore_patterns(".*", "var", "build", "dist", "__pycache__", "*.egg-info")
    shutil.copytree(PROJECT_DIR, source, ignore=ignored)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index",
         "--no-build-isolation", "--wheel-dir", str(folder), str(source)],
        check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("durako-*.whl")
    environment = folder / "environment"
    venv.create(environment, with_pip=False, symlinks=True)
    (site_packages,) = environment.glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site_packages)
    dependencies = _project()["dependencies"]
    assert isinstance(dependencies, list)
    for one in _needed(dependencies).values():
        for name in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            target = Path(str(one.locate_file(name)))
            if target.exists() and not (site_packages / name).exists():
                (site_packages / name).symlink_to(target)
    return environment / "bin" / "python"


def _run(python: Path, folder: Path, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [python, "-I", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_else_is_installed_there(empty_environment: Path, tmp_path: Path) -> None:
    looked_for = "django celery psycopg networkx pytest hypothesis kombu"
    code = (
        f"import importlib.util as i; print([n for n in '{looked_for}'.split() if i.find_spec(n)])"
    )
    assert _run(empty_environment, tmp_path, "-c", code) == "[]\n"


def test_an_author_plays_offline(empty_environment: Path, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "offline.py").write_text(OFFLINE)
    _run(empty_environment, tmp_path, "offline.py")
    assert verify((tmp_path / "match.replay").read_bytes()).games == 4


def test_an_author_plays_at_a_server(empty_environment: Path, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOT)
    with served() as server:
        opened = server.open("durak/volga", boards=2)
        door = server.door(opened)
        _run(
            empty_environment,
            tmp_path,
            "mybot.py",
            DURAKO_ADDRESS=door["address"],
            DURAKO_TOKEN=door["token"],
        )
        assert len(verify(server.replay(opened)).boards) == 2


def test_the_sdk_pulls_in_nothing_of_the_service() -> None:
    code = (
        "import sys, arena.sdk, arena.sdk.client, arena.sdk.local, arena.sdk.bots\n"
        "from arena.sdk.local import worker\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT_DIR
    )
    loaded = set(done.stdout.split())
    assert not loaded & {
        "django",
        "celery",
        "kombu",
        "psycopg",
        "tournaments",
        "deploy",
        "networkx",
    }
    assert "grpc" in loaded


def test_a_bot_starts_without_grpc_and_without_the_service() -> None:
    code = (
        "import sys\n"
        "from arena.sdk import Bot, run\n"
        "from arena.sdk.local import worker\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT_DIR
    )
    assert not set(done.stdout.split()) & {"grpc", "django", "tournaments", "rich", "typer"}


def test_the_sdk_says_its_own_version() -> None:
    assert _project()["version"] == VERSION
