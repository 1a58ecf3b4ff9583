"""The commands with which an author sees a failed check again at home."""

import shlex

import pytest

from arena.check_commands import home_commands
from arena.games import profiles
from arena.models import Bot, BotVersion
from arena.runner.orders import Step, StepKind
from arena.runner.validation.terms import rules_for_trial
from arena.sdk.cli.play import usual


@pytest.mark.parametrize(
    ("file_name", "command", "place", "lines"),
    [
        (
            "a bot.py",
            ["python", "a bot.py"],
            3,
            [
                "durako play 'a bot.py' --against greedy --rules durak/volga --players 4 --deals 5",
                "durako watch last",
            ],
        ),
        (
            "b.zip",
            ["python", "src/bot.py"],
            1,
            [
                "durako check b.zip",
                "durako play src/bot.py --against greedy --rules durak/volga --players 4 --deals 5",
            ],
        ),
        ("b.zip", ["node", "main.js"], 0, ["durako check b.zip"]),
        ("b.zip", ["./bot"], 3, []),
    ],
)
def test_the_commands_that_show_it_again_at_home(
    file_name: str, command: list[str], place: int, lines: list[str]
) -> None:
    version = BotVersion(
        file_name=file_name, command=command, profiles=["durak/volga"], number=1, bot=Bot()
    )
    kinds = (StepKind.UNPACK, StepKind.START, StepKind.HANDSHAKE, StepKind.MATCH)
    kind = kinds[place]
    failed = Step(kind=kind, profile="durak/volga" if kind is StepKind.MATCH else "")
    assert [found.line for found in home_commands(version, failed)] == lines


@pytest.mark.parametrize("profile", profiles())
def test_at_home_as_many_play_as_in_the_check(profile: str) -> None:
    version = BotVersion(
        file_name="b.py", command=["python", "b.py"], profiles=[profile], number=1, bot=Bot()
    )
    failed = Step(kind=StepKind.MATCH, profile=profile)
    words = shlex.split(home_commands(version, failed)[0].line)
    said = int(words[words.index("--players") + 1]) if "--players" in words else None
    assert usual(profile, said) == rules_for_trial(profile).players


def test_rules_that_are_no_longer_played_have_a_command_all_the_same() -> None:
    version = BotVersion(
        file_name="b.py", command=["python", "b.py"], profiles=["durak/old"], number=1, bot=Bot()
    )
    failed = Step(kind=StepKind.MATCH, profile="durak/old")
    assert "--rules durak/old --deals" in home_commands(version, failed)[0].line
