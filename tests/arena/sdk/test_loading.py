"""Bots from files, modules and names; whatever cannot be loaded is told in a sentence."""

import sys
from pathlib import Path

import pytest

from arena.sdk import Bot
from arena.sdk.bots import REFERENCE
from arena.sdk.loading import BotRefusedError, BotSource, in_progress, load

CLASS = """
from arena.sdk import Bot, run

class {name}(Bot):
    def choose(self, view, legal, clock):
        return 0
"""


def _file(folder: Path, text: str, name: str = "mybot.py") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("name", REFERENCE)
def test_reference_bots_are_known_by_name(name: str) -> None:
    assert load(name) is REFERENCE[name]
    assert BotSource(name).name == name


def test_the_one_bot_of_a_file(tmp_path: Path) -> None:
    source = BotSource(_file(tmp_path, CLASS.format(name="Mine")))
    bot = source.load()
    assert (bot.__name__, source.name) == ("Mine", "mybot")
    assert issubclass(bot, Bot)


def test_every_seat_gets_a_module_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("MEMORY = []")
    path = _file(tmp_path, "import beside\nMEMORY = beside.MEMORY\n" + CLASS.format(name="Mine"))
    first, second = load(path), load(path)
    assert first is not second
    memories = [sys.modules[bot.__module__].MEMORY for bot in (first, second)]
    assert memories[0] is not memories[1]
    assert "beside" not in sys.modules
    assert str(tmp_path) not in sys.path


def test_a_folder_is_its_main_file(tmp_path: Path) -> None:
    _file(tmp_path, CLASS.format(name="Main"), "main.py")
    assert load(f"{tmp_path}/").__name__ == "Main"


def test_a_class_may_be_named(tmp_path: Path) -> None:
    path = _file(tmp_path, CLASS.format(name="One") + CLASS.format(name="Two"))
    assert load(f"{path}:Two").__name__ == "Two"
    assert BotSource(f"{path}:Two").name == "Two"
    assert load("arena.sdk.bots.random_bot:RandomBot").__name__ == "RandomBot"


def test_a_base_class_of_ones_own_is_not_the_bot(tmp_path: Path) -> None:
    text = CLASS.format(name="Base") + "\nclass Mine(Base):\n    pass\n"
    assert load(_file(tmp_path, text)).__name__ == "Mine"


def test_a_forgotten_guard_does_not_play(tmp_path: Path) -> None:
    assert load(_file(tmp_path, CLASS.format(name="Mine") + "\nrun(Mine)\n")).__name__ == "Mine"
    assert not in_progress()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import a_package_nobody_has", "mybot.py imports a_package_nobody_has, which is not inst"),
        ("from arena.sdk import Bat", "mybot.py cannot be loaded: ImportError: cannot import name"),
        ("x = 1 +", r"mybot.py is no valid Python: invalid syntax \(line 1\)"),
        ("1 / 0", r"mybot.py cannot be loaded: ZeroDivisionError(.|\n)*line 1, in <module>"),
        ("raise SystemExit", "mybot.py cannot be loaded"),
        ("x = 1", r"mybot.py has no bot: write a class that extends Bot"),
        (CLASS.format(name="One") + CLASS.format(name="Two"), r"several bots; name one: .*py:One"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BotRefusedError, match=said):
        load(_file(tmp_path, text))
    assert not in_progress()


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BotRefusedError, match=r"There is no file .*/none\.py"):
        load(f"{tmp_path}/none.py")
    with pytest.raises(BotRefusedError, match=r"no reference bot 'clever'.*one of: random"):
        load("clever")
    with pytest.raises(BotRefusedError, match="has no class Nobody that extends Bot"):
        load("arena.sdk.bots:Nobody")
    with pytest.raises(BotRefusedError, match="imports nowhere, which is not installed"):
        load("nowhere.at.all:Bot")
