"""A bot's class from its file, its module or its name; whatever fails is told in a sentence.

Every time a file is loaded it becomes a module of its own, and what it imports from its own folder
as well: two seats that play the same file share no module, so nothing is remembered between them
by accident.
"""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Final

from arena.sdk.bot import Bot
from arena.sdk.trouble import raised, where

_numbers: Final = count()
_depth = 0


class BotRefusedError(ValueError):
    """There is no bot like this; the text says what to change."""


class NoSuchBotError(BotRefusedError):
    """Nothing has this name."""


def in_progress() -> bool:
    """Whether a bot's file is being read at this moment, so that `run` must not play."""
    return _depth > 0


@dataclass(frozen=True, slots=True)
class BotSource:
    """Where a bot comes from, as it was written: a value that travels to worker processes."""

    text: str
    """``mybot.py``, ``mybot.py:Cautious``, ``package.module:Class`` or a reference bot's name."""

    @property
    def name(self) -> str:
        """For people: the file without its folders, or the name."""
        path, _, chosen = _split(self.text)
        return chosen or Path(path).stem

    def load(self) -> type[Bot]:
        """Its class, from a module of its own; `BotRefusedError` says what is wrong."""
        return load(self.text)


def load(text: str) -> type[Bot]:
    """The class that a source names; `BotRefusedError` says what is wrong."""
    path, is_file, chosen = _split(text)
    if is_file:
        return _class_in(_module_from_file(Path(path).resolve()), chosen, path)
    if not chosen:
        from arena.sdk.bots import REFERENCE

        if path in REFERENCE:
            return REFERENCE[path]
        raise NoSuchBotError(
            f"There is no file and no reference bot {path!r}. Name a file such as mybot.py, or one "
            f"of: {', '.join(REFERENCE)}."
        )
    with _reading(path):
        module = importlib.import_module(path)
    return _class_in(module, chosen, path)


def _split(text: str) -> tuple[str, bool, str]:
    """The file or name, whether it is a file, and the class if one is named."""
    path, colon, chosen = text.rpartition(":")
    if not colon or not chosen.isidentifier():
        path, chosen = text, ""
    is_file = path.endswith(".py") or "/" in path or "\\" in path
    return path, is_file, chosen


def _module_from_file(path: Path) -> ModuleType:
    if path.is_dir():
        path /= "main.py"
    if not path.is_file():
        made_by_new = path.parent / path.stem / path.name
        advice = (
            f", but there is one in {path.stem}/: first type `cd {path.stem}`."
            if made_by_new.is_file()
            else "; look at the name and the folder."
        )
        raise NoSuchBotError(f"There is no file {path}{advice}")
    name = f"{path.stem.replace('-', '_')}__durako_{next(_numbers)}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotRefusedError(f"{path} is no Python file; its name should end with .py.")
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    folder = str(path.parent)
    sys.path.insert(0, folder)
    sys.modules[name] = module
    try:
        with _reading(path.name):
            spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
        for imported in set(sys.modules) - before - {name}:
            if _lies_in(sys.modules[imported], path.parent):
                del sys.modules[imported]
    return module


def _lies_in(module: ModuleType, folder: Path) -> bool:
    """Whether it is the author's own, not a package installed below the folder."""
    file = getattr(module, "__file__", None)
    if not file:
        return False
    path = Path(file)
    return path.is_relative_to(folder) and "site-packages" not in path.parts


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Turn whatever the author's file raises into a sentence."""
    global _depth  # noqa: PLW0603 - `run` asks for it
    _depth += 1
    try:
        yield
    except ModuleNotFoundError as error:
        raise BotRefusedError(
            f"{path} imports {error.name}, which is not installed here: install it, or do "
            "without it; hosted bots have only what the guide lists."
        ) from error
    except SyntaxError as error:
        raise BotRefusedError(
            f"{path} is no valid Python: {error.msg} (line {error.lineno})."
        ) from error
    except (Exception, SystemExit) as error:
        raise BotRefusedError(
            f"{path} cannot be loaded: {raised(error)}\n{where(error)}"
        ) from error
    finally:
        _depth -= 1


def _class_in(module: ModuleType, chosen: str, path: str) -> type[Bot]:
    if chosen:
        found = getattr(module, chosen, None)
        if isinstance(found, type) and issubclass(found, Bot):
            return found
        raise BotRefusedError(f"{path} has no class {chosen} that extends Bot.")
    own = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Bot) and value.__module__ == module.__name__
    ]
    leaves = [one for one in own if not any(one in other.__bases__ for other in own)]
    if len(leaves) == 1:
        return leaves[0]
    if not leaves:
        raise BotRefusedError(
            f"{path} has no bot: write a class that extends Bot, with a method "
            "choose(self, view, legal, clock)."
        )
    names = ", ".join(f"{path}:{one.__name__}" for one in leaves)
    raise BotRefusedError(f"{path} has several bots; name one: {names}.")
