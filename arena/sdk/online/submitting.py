"""What is sent in: read from a file or packed from a folder, and judged before it travels."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from arena.archive import Submission, hosted, limits, read_submission
from arena.sdk.online.client import Client, Json
from arena.sdk.online.errors import NameNotClearError, RefusedError
from arena.sdk.online.multipart import Form, Sent
from arena.sdk.online.names import own_bot, same
from arena.sdk.packing import packed

_LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class Program:
    """A bot's file as it will be sent."""

    found: Submission
    content: bytes
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the author says beside the file; empty profiles: what the file or the last version
    says."""

    profiles: Sequence[str] = ()
    note: str = ""
    activate: bool = True
    again: bool = False


def program(path: Path) -> Program:
    """What lies there; `SubmissionRefusedError` if the site would not take it."""
    if path.is_dir():
        archive = packed(path)
        found = read_submission(archive.file_name, archive.content, hosted=hosted())
        return Program(found, archive.content, archive.left_out)
    with path.open("rb") as opened:
        content = opened.read(limits.PACKED_BYTES + 1)  # one more is enough to know
    return Program(read_submission(path.name, content, hosted=hosted()), content)


def bot_meant(client: Client, sent: Program, name: str) -> Json:
    """The bot that gets a new version: the one that is named, else the one of the file's own
    name, else the only one."""
    if name or not sent.found.name:
        return own_bot(client, name)
    own = client.pages("bots/", limit=_LOOKED_AT, mine=True)
    for bot in own:
        if same(bot["name"]) == same(sent.found.name):
            return bot
    raise NameNotClearError(
        f"durako.toml says that this is {sent.found.name!r}, but you have no bot of this name: "
        "add --new to make it, or --bot to name another one."
    )


def send_new_bot(
    client: Client, sent: Program, wish: Wish, *, name: str, progress: Sent | None = None
) -> tuple[Json, int]:
    """Make a bot; itself, and the number of its version."""
    if _is_mine(client, name):
        raise NameNotClearError(
            f"You have a bot called {name} already. For a new version of it: --bot {quote(name)}"
        )
    fields = [("name", name), ("description", sent.found.description), *_fields(wish)]
    bot = client.upload("bots/", _form(sent, fields), progress)
    return bot, 1


def _is_mine(client: Client, name: str) -> bool:
    """Whether one of one's own has this name; a token that may not ask does not know."""
    try:
        own = client.pages("bots/", limit=_LOOKED_AT, mine=True, q=name)
    except RefusedError:
        return False
    return any(same(bot["name"]) == same(name) for bot in own)


def send_version(
    client: Client, sent: Program, wish: Wish, *, bot: Json, progress: Sent | None = None
) -> Json:
    """Add a version to a bot; it plays what the last one played, unless told."""
    path = f"bots/{bot['id']}/versions/"
    profiles = wish.profiles
    if not profiles and not sent.found.profiles and bot.get("latest_version"):
        profiles = client.get(f"{path}{bot['latest_version']}/")["profiles"]
    fields = _fields(Wish(profiles=profiles, note=wish.note, activate=wish.activate))
    if wish.again:
        fields.append(("same_again", "true"))
    return client.upload(path, _form(sent, fields), progress)


def _fields(wish: Wish) -> list[tuple[str, str]]:
    fields = [("profiles", profile) for profile in wish.profiles]
    if wish.note:
        fields.append(("note", wish.note))
    return [*fields, ("activate", "true" if wish.activate else "false")]


def _form(sent: Program, fields: Sequence[tuple[str, str]]) -> Form:
    return Form([field for field in fields if field[1]], sent.found.file_name, sent.content)
