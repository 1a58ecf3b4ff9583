"""The page for authors in other languages says what is true."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import grpc
import pytest
from google.protobuf import json_format

from arena.games import rules
from arena.games.burako import tiles
from arena.games.durak import cards
from arena.gameserver import limits
from arena.gameserver.outgoing import NoticeCode
from arena.gameserver.rotation import MAX_LISTED
from arena.gameserver.seat import STRAY_LIMIT
from arena.gameserver.tokens import Lockout
from arena.protocol.v1 import match_pb2, play_pb2
from arena.wire.codec import codec_for
from arena.wire.told import Told
from deploy.launcher.stack import GameServerPlace

PROJECT_DIR: Final = Path(__file__).resolve().parents[3]
PAGE: Final = PROJECT_DIR / "arena" / "protocol" / "README.md"
TEXT: Final = PAGE.read_text()


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every line that the page tells people to type."""
    return [line for block in blocks("sh") for line in block.splitlines()]


def rows(heading: str) -> list[list[str]]:
    """The cells of the tables under a heading, without their head."""
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    cells = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] not in {"card", "tile", "mistake", "status", "what"}]


def first_decision() -> play_pb2.Decision:
    """That of the game which the page shows."""
    game = rules("durak/volga", players=2).deal(seed=7)
    assert game.seat is not None
    decision = play_pb2.Decision(decision=1, allowed_ms=10_500)
    codec_for(game.rules).fill_decision(decision, game, game.seat, Told(), MAX_LISTED, ())
    return decision


def test_every_command_is_one_that_the_tests_run() -> None:
    practice = ".venv/bin/python -m arena.gameserver practice --rules durak/volga --players 2"
    protoc = "-I proto --python_out=build/bot --grpc_python_out=build/bot"
    assert commands() == [
        "make run",  # tests/deploy/test_launcher.py
        # These in test_javascript_bot.py:
        f"{practice} --boards 4 --opponent random --replay practice.replay",
        "cd arena/protocol/examples/javascript",
        "npm ci",
        "DURAKO_ADDRESS=127.0.0.1:8010 DURAKO_TOKEN=your-token node bot.js",
        ".venv/bin/python -m arena.gameserver verify practice.replay",
        # And these below:
        "mkdir -p build/bot",
        f".venv/bin/python -m grpc_tools.protoc {protoc} proto/arena/protocol/v1/*.proto",
    ]


def test_practice_looks_where_make_run_has_its_files(tmp_path: Path) -> None:
    names = "ADDRESS_FILE, HOST_TOKEN_FILE"
    script = f"from arena.gameserver.practice_command import {names}; print({names})"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=PROJECT_DIR,
        env={**os.environ, "DURAKO_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    place = GameServerPlace(tmp_path / "gameserver", tmp_path, 0)
    assert done.stdout.split() == [str(place.address_file), str(place.token_file)]


def test_the_code_generation_on_the_page_works(tmp_path: Path) -> None:
    make_folder, generate = commands()[-2:]
    script = f"{make_folder}\n{generate}".replace("build/bot", str(tmp_path / "bot"))
    script = script.replace(".venv/bin/python", sys.executable)
    subprocess.run(["bash", "-euc", script], cwd=PROJECT_DIR, check=True)
    made = {path.name for path in (tmp_path / "bot/arena/protocol/v1").iterdir()}
    assert {"play_pb2.py", "play_pb2_grpc.py", "durak_pb2.py", "burako_pb2.py"} <= made


def test_the_messages_on_the_page_are_messages() -> None:
    hello, decision, place, action = blocks("json")
    greeting = json_format.Parse(hello, play_pb2.PlayRequest())
    assert greeting.hello.version.major == 1
    assert json_format.Parse(decision, play_pb2.Decision()) == first_decision()
    assert json_format.Parse(place, play_pb2.PlayRequest()).answers[0].legal_index == 0
    named = json_format.Parse(action, play_pb2.PlayRequest()).answers[0]
    assert named.durak == first_decision().durak.legal[0]


def test_what_the_page_says_about_the_decision_is_so() -> None:
    position = first_decision().durak.position
    suit = ("spades", "hearts", "diamonds", "clubs")[position.trump_suit]
    assert f"trump is {suit} (suit {position.trump_suit})" in TEXT
    assert not position.table
    assert position.to_act == first_decision().durak.position.opener


@pytest.mark.parametrize(
    ("name", "number"), [(row[0], int(row[1])) for row in rows("Cards and tiles are numbers")]
)
def test_the_worked_numbers_are_right(name: str, number: int) -> None:
    if name in tiles.BY_ID:
        assert tiles.BY_ID[name] == number
    else:
        assert cards.face_id(number, packs=2 if "#" in name else 1) == name


def test_every_notice_is_explained() -> None:
    explained = {row[1] for row in rows("Mistakes")}
    assert explained == {f"CODE_{code.name}" for code in NoticeCode}


def test_every_status_in_the_servers_code_is_explained() -> None:
    folder = PROJECT_DIR / "arena" / "gameserver"
    used = {
        name
        for module in ("play", "doors")
        for name in re.findall(r"StatusCode\.([A-Z_]+)", (folder / f"{module}.py").read_text())
    }
    explained = {row[0] for row in rows("How a stream ends")}
    assert used <= explained
    assert explained <= {code.name for code in grpc.StatusCode}


def test_the_numbers_among_the_statuses_are_those_of_the_server() -> None:
    causes = {row[0]: row[1] for row in rows("How a stream ends")}
    assert f"more than {limits.STREAMS_PER_SEAT} streams at once" in causes["RESOURCE_EXHAUSTED"]
    assert f"more than {limits.CALLS_PER_SEAT} calls" in causes["RESOURCE_EXHAUSTED"]
    assert f"after {limits.CALLS_PER_SEAT} calls" in causes["UNAVAILABLE"]


def test_the_limits_are_those_of_the_server() -> None:
    said = {row[0].split(" (")[0]: int(row[1].split()[0]) for row in rows("Limits")}
    lockout = Lockout()
    assert said == {
        "a message from you": limits.MAX_MESSAGE_BYTES,
        "metadata": limits.SOFT_METADATA_BYTES,
        "from opening the stream to your hello": limits.HELLO_SECONDS,
        "listed actions in a decision": MAX_LISTED,
        "decisions in one message": limits.DECISIONS_PER_MESSAGE,
        "answers to nothing: duplicates, unknown decisions, empty messages": STRAY_LIMIT,
        "connections to your socket": limits.CONNECTIONS_PER_SEAT,
        "calls to your socket, good and bad ones": limits.CALLS_PER_SEAT,
        "streams at once to your socket, over all its connections": limits.STREAMS_PER_SEAT,
        "streams on a connection": limits.STREAMS_PER_CONNECTION,
        "wrong tokens": lockout._tries,
    }
    assert f"5 in {lockout._seconds:.0f} seconds" in TEXT
    assert f"more than one in {limits.MIN_PING_MS // 1000} seconds" in TEXT


def test_fields_and_values_named_on_the_page_exist() -> None:
    """Every `name` in code style that looks like a field or a value of the protocol."""
    sources = "".join(
        path.read_text() for path in (PROJECT_DIR / "proto/arena/protocol/v1").glob("*.proto")
    )
    prose = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    named = {
        part
        for code in re.findall(r"`([a-zA-Z_.]+)`", prose)
        for part in code.split(".")
        if "_" in part and not part.startswith("DURAKO_")
    }
    statuses = {code.name for code in grpc.StatusCode}
    assert {name for name in named - statuses if name not in sources} == set()
    assert match_pb2.FaultPolicy.OnFault.Name(2) in named


def test_the_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (PAGE.parent / target).exists(), target


def test_the_example_names_no_place_to_install_from() -> None:
    folder = PAGE.parent / "examples" / "javascript"
    lock = json.loads((folder / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    assert all("resolved" not in entry and entry["integrity"] for entry in packages.values())
    wanted = json.loads((folder / "package.json").read_text())["dependencies"]
    assert all(packages[f"node_modules/{name}"]["version"] == at for name, at in wanted.items())
