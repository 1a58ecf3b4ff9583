"""What somebody means by a name: a bot of theirs, anybody's, or an id."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final
from urllib.parse import quote

from arena.sdk.online.client import Client, Json
from arena.sdk.online.errors import NameNotClearError, RefusedError

_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,128}")
_LOOKED_AT: Final = 100
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class VersionName:
    """A version of a bot."""

    bot: Json
    number: int

    def __str__(self) -> str:
        return f"{self.bot['name']}/{self.number}"


def thing(client: Client, path: str, what: str) -> Json:
    """Something by its id; what is not there is said in words."""
    try:
        found: Json = client.get(path)
    except RefusedError as refused:
        if not refused.is_not_found:
            raise
        raise NameNotClearError(
            f"There is no {what} at {client.site.url}, or it is not for you to see."
        ) from None
    return found


def path_part(text: str) -> str:
    """A word of an address; slashes in it lead nowhere."""
    return quote(text, safe="")


def bot_named(client: Client, text: str) -> Json:
    """By the exact name among one's own, by id, by the exact name among all."""
    if client.login.token is not None and (own := _exact(_search(client, text, mine=True), text)):
        return own
    if _ID.fullmatch(text):
        try:
            found: Json = client.get(f"bots/{text}/")
        except RefusedError as refused:
            if not refused.is_not_found:
                raise
        else:
            return found
    listed = _search(client, text)
    if named := _exact(listed, text):
        return named
    raise NameNotClearError(_no_such("bot", text, listed))


def league_named(client: Client, text: str) -> Json:
    """By id, by the exact name among one's own, by the exact name among those that are listed."""
    if _ID.fullmatch(text):
        try:
            found: Json = client.get(f"leagues/{text}/")
        except RefusedError as refused:
            if not refused.is_not_found:
                raise
        else:
            return found
    listed: list[Json] = []
    for mine in (True, None) if client.login.token is not None else (None,):
        listed = client.pages("leagues/", limit=_LOOKED_AT, q=text, mine=mine)
        if named := _exact(listed, text):
            return thing(client, f"leagues/{named['id']}/", f"league {text}")
    raise NameNotClearError(_no_such("league", text, listed))


def own_bot(client: Client, text: str = "") -> Json:
    """One of one's own; without a name the only one that is not retired."""
    if text:
        found = bot_named(client, text)
        if not found["is_mine"]:
            raise NameNotClearError(f"{found['name']} is not your bot.")
        return found
    own = client.pages("bots/", limit=_LOOKED_AT, mine=True)
    playing = [bot for bot in own if not bot["is_retired"]]
    if len(playing) == 1:
        return playing[0]
    if not playing:
        raise NameNotClearError("You have no bot yet: durako submit FILE --new NAME")
    raise NameNotClearError(f"You have several bots; say which one with --bot: {_listed(playing)}")


def version_named(client: Client, text: str, *, bot: str = "") -> VersionName:
    """`NAME/2`, a number alone for one's own bot, or a name for the version that plays."""
    name, slash, number = text.rpartition("/")
    if text.isascii() and text.isdecimal():
        return VersionName(own_bot(client, bot), int(text))
    if slash and number.isascii() and number.isdecimal():
        return VersionName(bot_named(client, name), int(number))
    found = bot_named(client, text)
    if found["active_version"] is None:
        raise NameNotClearError(f"No version of {found['name']} plays: write {found['name']}/1.")
    return VersionName(found, int(found["active_version"]))


def same(name: str) -> str:
    """Equal for names that the site takes for one."""
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())


def _search(client: Client, text: str, *, mine: bool | None = None) -> list[Json]:
    return client.pages("bots/", limit=_LOOKED_AT, q=text, mine=mine)


def _exact(listed: Sequence[Json], text: str) -> Json | None:
    found = [one for one in listed if same(one["name"]) == same(text)]
    if len(found) > 1:
        raise NameNotClearError(f"Several are called {text}; take an id: {_listed(found)}")
    return found[0] if found else None


def _no_such(what: str, text: str, listed: Sequence[Json]) -> str:
    names = {same(one["name"]): one for one in listed}
    near = get_close_matches(same(text), names, n=_SHOWN, cutoff=0.0)
    sentence = f"There is no {what} called {text!r}."
    return f"{sentence} There is: {_listed([names[key] for key in near])}" if near else sentence


def _listed(things: Sequence[Json]) -> str:
    words = [f"{one['name']} ({one['id']})" for one in things[:_SHOWN]]
    more = f" and {len(things) - _SHOWN} more" if len(things) > _SHOWN else ""
    return f"{', '.join(words)}{more}."
