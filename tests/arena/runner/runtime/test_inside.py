"""What bots find in the hosted runtime, tried from inside; and what they do not find."""

import json
import stat
import sys
from pathlib import Path

import pytest

from arena.archive import hosted
from arena.author_kit import wheel
from arena.runner.runtime import Runtime
from tests.arena.runner.runtime.inside import run_inside
from tests.deploy.service import PROJECT_DIR

IMPORTS = """
import importlib, json, pathlib, sysconfig
names = [path.name.partition(".")[0]
         for path in pathlib.Path(sysconfig.get_path("stdlib"), "lib-dynload").iterdir()]
for name in names:
    importlib.import_module(name)
import asyncio, concurrent.futures, ctypes, hashlib, multiprocessing, pwd, sqlite3, ssl, unittest
import grpc, grpc.aio, google.protobuf, numpy, numpy.testing
import arena.games, arena.sdk, arena.sdk.client, scoring
from importlib.metadata import distributions
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    product = pool.submit(lambda: (numpy.eye(8) @ numpy.full((8, 8), 2.0)).sum()).result()
print(json.dumps({
    "extensions": len(names),
    "user": pwd.getpwuid(65534).pw_name,
    "product": float(product),
    "compiled": arena.sdk.__cached__,
    "packages": {d.name.lower().replace("_", "-"): d.version for d in distributions()},
}))
"""
SERVERS_OWN = ("django", "psycopg", "celery", "kombu", "pgmq", "allauth", "deploy", "tournaments")
SERVERS_PARTS = ("services", "models", "views", "runner", "gameserver", "management", "tasks")


def test_python_the_packages_and_the_sdk_work_without_anything_else(runtime: Runtime) -> None:
    done = run_inside(runtime, "python", "-c", IMPORTS)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["extensions"] > 20
    assert found["user"] == "bot"
    assert found["product"] == 128.0
    assert Path(found["compiled"]).suffix == ".pyc"
    assert found["packages"].pop("durako")
    assert found["packages"] == hosted().packages == runtime.packages


def test_a_bot_of_the_sdk_starts_and_asks_for_its_game(runtime: Runtime, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "from arena.sdk import Bot, run\n\n\nclass Mine(Bot):\n    pass\n\n\nrun(Mine)\n"
    )
    tmp_path.chmod(0o755)
    done = run_inside(runtime, "python3", "bot.py", bot=tmp_path)
    assert "Set DURAKO_ADDRESS and DURAKO_TOKEN" in done.stderr


def test_every_program_it_claims_to_have_starts(runtime: Runtime) -> None:
    assert "python" in runtime.programs
    assert set(runtime.programs) <= set(hosted().programs)
    for program in runtime.programs:
        done = run_inside(runtime, program, "--version")
        assert done.returncode == 0, done.stderr
    done = run_inside(runtime, "python", "--version")
    assert done.stdout.split() == ["Python", runtime.python]


@pytest.mark.parametrize(
    "script",
    [
        "#!/usr/bin/env python3\nprint('started')\n",
        "#!/bin/sh\nexec python -c \"print('started')\"\n",
    ],
)
def test_scripts_start_by_their_first_line(runtime: Runtime, tmp_path: Path, script: str) -> None:
    path = tmp_path / "start"
    path.write_text(script)
    path.chmod(0o755)
    tmp_path.chmod(0o755)
    done = run_inside(runtime, "./start", bot=tmp_path)
    assert done.stdout == "started\n", done.stderr


@pytest.mark.parametrize("name", SERVERS_OWN)
def test_nothing_of_the_server_can_be_imported(runtime: Runtime, name: str) -> None:
    done = run_inside(runtime, "python", "-c", f"import {name}")
    assert f"No module named '{name}'" in done.stderr


def test_of_the_arena_only_what_authors_install(runtime: Runtime) -> None:
    site_packages = next(runtime.root.glob("usr/lib/python3.*/site-packages"))
    for part in SERVERS_PARTS:
        assert not list((site_packages / "arena").glob(f"{part}*")), part
    tops = {path.name for path in site_packages.iterdir() if "dist-info" not in path.name}
    assert tops - {"__pycache__"} == {
        "arena", "scoring", "google", "grpc", "numpy", "numpy.libs", "typing_extensions.py",
    }  # fmt: skip
    assert wheel().name.startswith("durako-")


def test_no_file_names_a_folder_of_ours(runtime: Runtime) -> None:
    folders = {str(PROJECT_DIR), sys.prefix, str(Path(sys.prefix).resolve()), str(runtime.root)}
    traces = [folder.encode() for folder in folders]
    for path in runtime.root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            assert not any(trace in content for trace in traces), path


def test_everybody_may_read_it_and_nobody_gains_anything(runtime: Runtime) -> None:
    for path in (runtime.root, *runtime.root.rglob("*")):
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode):
            assert path.resolve(strict=True).is_relative_to(runtime.root), path
        elif stat.S_ISDIR(found.st_mode):
            assert stat.S_IMODE(found.st_mode) == 0o755, path
        else:
            assert stat.S_ISREG(found.st_mode), path
            assert stat.S_IMODE(found.st_mode) in {0o644, 0o755}, path


def test_it_holds_no_compiler_and_no_certificates(runtime: Runtime) -> None:
    programs = {path.name for path in (runtime.root / "usr/bin").iterdir()}
    version = ".".join(runtime.python.split(".")[:2])
    assert programs <= {"python", "python3", f"python{version}", "node", "env", "sh"}
    assert not list(runtime.root.rglob("*.pem"))
    assert not list(runtime.root.rglob("*.h"))
    assert {path.name for path in (runtime.root / "etc").iterdir()} == {
        "passwd", "group", "nsswitch.conf", "hosts",
    }  # fmt: skip
