"""`durako login`: keep a token of a site on this machine."""

import platform
import sys
from typing import Annotated, Final

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.exits import refuse
from arena.sdk.cli.online.common import AsJson, moment, note
from arena.sdk.online.client import Client
from arena.sdk.online.credentials import SITE, Login, checked_token, credentials_read
from arena.sdk.online.site import SCOPES, Site, site_of

_LONGEST_TOKEN: Final = 1000


def login(
    site: Annotated[
        str,
        typer.Argument(
            metavar="[SITE]", envvar=SITE, help="Its address, such as https://durako.example."
        ),
    ] = "",
    *,
    token_stdin: Annotated[
        bool, typer.Option("--token-stdin", help="Read the token from stdin instead of asking.")
    ] = False,
    insecure: Annotated[
        bool,
        typer.Option("--insecure", help="Allow http:// to another machine, for all to listen."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Log in to a site: keep a token that you make there.

    It is checked, and kept in a file that only you can read. You can be logged in to several
    sites; the commands mean the last one, unless --site or DURAKO_SITE says otherwise.
    """
    known = credentials_read()
    if not site and token_stdin and not known.current:
        refuse("Which site? Type its address: durako login https://… --token-stdin")
    if not site:
        site = known.current if token_stdin else _asked_site(known.current)
    chosen = site_of(site, insecure=insecure or known.login(_url(site)) is not None)
    if token_stdin:
        token = checked_token(sys.stdin.readline(_LONGEST_TOKEN), "What came from stdin")
    else:
        token = _asked_token(chosen)
    me = Client(Login(chosen, token), tell=note).get("me/")
    known.keep(Login(chosen, token, str(me["name"])))
    known.save()
    if as_json:
        say_json(me)
        return
    until = moment(me["token"]["expires_at"])
    say(f"You are {me['name']} at {chosen.url}, until {until}.", style="bold")
    if lacking := [scope for scope in SCOPES if scope not in me["token"]["scopes"]]:
        note(f"This token may not do everything; it lacks {', '.join(lacking)}.")


def _url(site: str) -> str:
    return site_of(site, insecure=True).url


def _asked_site(usual: str) -> str:
    return str(typer.prompt("The site's address", default=usual or None, err=True))


def _asked_token(site: Site) -> str:
    note("Make a token on this page, and copy it:")
    note(f"  {site.new_token_page(platform.node() or 'my machine')}")
    text = typer.prompt("Paste it here (it is not shown)", hide_input=True, err=True)
    return checked_token(str(text))
