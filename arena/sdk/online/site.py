"""A site's address, and whether a token may travel there."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from arena.sdk.online.errors import OnlineError

API: Final = "/api/v1/"
SCOPES: Final = ("bots:write", "matches:write", "leagues:write")
"""What a token needs for everything the command does."""


class AddressRefusedError(OnlineError):
    """This is no address of a site, or none that is safe."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where it is: `https://durako.example`, without a slash at the end."""

    url: str

    @property
    def is_loopback(self) -> bool:
        """Whether it is on this machine."""
        host = urlsplit(self.url).hostname or ""
        if host == "localhost":
            return True
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return False

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way can read what is sent."""
        return self.url.startswith("https://") or self.is_loopback

    def api(self, path: str, query: Mapping[str, object] | None = None) -> str:
        """The address of a part of the programming interface."""
        asked = {} if query is None else _asked(query)
        behind = f"?{urlencode(asked, doseq=True)}" if asked else ""
        return f"{self.url}{API}{path}{behind}"

    def page(self, path: str) -> str:
        """The address of a page, to be opened in a browser."""
        return f"{self.url}/{path.removeprefix('/')}"

    def new_token_page(self, machine: str) -> str:
        """Where a token for this command is made."""
        asked = [("name", f"durako on {machine}"), *(("scope", scope) for scope in SCOPES)]
        return self.page(f"accounts/tokens/new/?{urlencode(asked, safe=':')}")

    def own(self, address: str) -> str:
        """An address that the site has told, as one below its own: proxies may have it called
        otherwise, and the token goes nowhere else."""
        parts = urlsplit(address)
        _before, api, path = parts.path.partition(API)
        if not api:
            raise AddressRefusedError(f"{address} is no address of {self.url}.")
        return self.api(path) + (f"?{parts.query}" if parts.query else "")

    def is_here(self, address: str) -> bool:
        """Whether an absolute address is at the same door."""
        return _door(address) == _door(self.url)


def site_of(text: str, *, insecure: bool = False) -> Site:
    """What somebody typed; `insecure` allows an address whose ways anybody can listen to."""
    typed = text.strip()
    site = _read(typed if "://" in typed else f"https://{typed}")
    if "://" not in typed and site is not None and site.is_loopback:
        site = _read(f"http://{typed}")  # on one's own machine nobody has a certificate
    if site is None:
        raise AddressRefusedError(
            f"{typed!r} is no address of a site; it looks like https://durako.example."
        )
    if not site.is_private and not insecure:
        raise AddressRefusedError(
            f"{site.url} is not encrypted: anybody on the way could read your token. Use https://, "
            f"or, in a network that you trust: durako login {site.url} --insecure"
        )
    return site


def _read(address: str) -> Site | None:
    if any(letter.isspace() or not letter.isprintable() for letter in address):
        return None
    try:
        parts = urlsplit(address)
        _port = parts.port
    except ValueError:
        return None
    if parts.scheme not in {"https", "http"} or not parts.hostname or "@" in parts.netloc:
        return None
    return Site(urlunsplit((parts.scheme, parts.netloc.lower(), parts.path.rstrip("/"), "", "")))


def _asked(query: Mapping[str, object]) -> dict[str, object]:
    """Without what was not asked; truth as JSON spells it."""
    return {
        name: ("true" if value else "false") if isinstance(value, bool) else value
        for name, value in query.items()
        if value is not None and value != ""
    }


def _door(address: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(address)
    usual = {"https": 443, "http": 80}.get(parts.scheme)
    return parts.scheme, parts.hostname, parts.port or usual
