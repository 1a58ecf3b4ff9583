"""Which sites somebody has logged in to from this machine, and with which token.

One file that only its owner can read, in the usual place. `DURAKO_SITE` and `DURAKO_TOKEN` win over
it, for machines that have no home.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from arena.sdk.online.errors import NotLoggedInError, OnlineError
from arena.sdk.online.site import Site, site_of
from arena.sdk.tokens import SITE_PREFIX, TOKEN, is_of_a_site

SITE: Final = "DURAKO_SITE"
FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600
_OTHERS: Final = 0o077
LOG_IN: Final = "Type `durako login` first."


class CredentialsError(OnlineError):
    """The file cannot be used as it is."""


@dataclass(frozen=True, slots=True)
class Login:
    """A site, and the token there; without one only what is public can be asked."""

    site: Site
    token: str | None = field(default=None, repr=False)
    name: str = ""
    """Of the account, as it was when the token was given."""


@dataclass(slots=True)
class Credentials:
    """The file, read; nothing is kept before `save`."""

    path: Path
    current: str = ""
    sites: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)

    def login(self, url: str) -> Login | None:
        """What is known of a site."""
        known = self.sites.get(url)
        if known is None:
            return None
        return Login(Site(url), str(known.get("token", "")) or None, str(known.get("name", "")))

    def keep(self, login: Login) -> None:
        """Add a site, which is the one that is meant from now on."""
        self.sites[login.site.url] = {"token": login.token, "name": login.name}
        self.current = login.site.url

    def forget(self, url: str) -> bool:
        """Throw a token away; whether there was one."""
        known = self.sites.pop(url, None) is not None
        if self.current == url:
            self.current = next(iter(self.sites), "")
        return known

    def save(self) -> None:
        """Write it beside the old one, private from the first byte, and put it in its place."""
        folder = self.path.parent
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        folder.chmod(FOLDER_MODE)
        data = {"current": self.current, "sites": self.sites}
        handle, name = tempfile.mkstemp(dir=folder, prefix=f".{self.path.name}.")
        new = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(data, file, indent=2)
                file.flush()
                os.fsync(file.fileno())
            new.chmod(FILE_MODE)
            new.replace(self.path)
        finally:
            with suppress(FileNotFoundError):
                new.unlink()


def credentials_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The usual place for what programs remember."""
    home = environment.get("XDG_CONFIG_HOME") or ""
    folder = Path(home) if Path(home).is_absolute() else Path.home() / ".config"
    return folder / "durako" / "sites.json"


def credentials_read(environment: Mapping[str, str] = os.environ) -> Credentials:
    """What was kept; nothing, if nobody has logged in yet."""
    path = credentials_path(environment)
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Credentials(path)
    if mode & _OTHERS:
        raise CredentialsError(
            f"Others on this machine can read {path}. Type `chmod 600 {path}`; if you do not trust "
            "them, revoke the tokens in it on the site and log in again."
        )
    try:
        data = json.loads(text)
        sites = {str(url): dict(known) for url, known in data["sites"].items()}
        current = str(data["current"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise CredentialsError(
            f"{path} cannot be read; remove it and type `durako login`."
        ) from None
    return Credentials(path, current, sites)


def login_now(site: str = "", environment: Mapping[str, str] = os.environ) -> Login:
    """Which site is meant, and the token for it: what was asked for, else the environment, else
    where somebody logged in last."""
    known = credentials_read(environment)
    wanted = site or environment.get(SITE, "").strip()
    if wanted:
        url = site_of(wanted, insecure=True).url
        found = known.login(url) or Login(site_of(wanted))  # who logged in there has agreed
    else:
        kept = known.login(known.current)
        if kept is None:
            raise NotLoggedInError(f"You are not logged in. {LOG_IN}")
        found = kept
    given = environment.get(TOKEN, "").strip()
    return found if not given else Login(found.site, checked_token(given, TOKEN))


def checked_token(text: str, where: str = "This") -> str:
    """What was pasted, if it can be a token; it is never shown again."""
    token = text.strip()
    if not is_of_a_site(token) or not token.isascii() or not token.isprintable():
        raise NotLoggedInError(f"{where} is no token of a site: those begin with “{SITE_PREFIX}”.")
    if any(letter.isspace() for letter in token):
        raise NotLoggedInError(f"{where} is no token of a site: there is a space in it.")
    return token
