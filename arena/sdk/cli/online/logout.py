"""`durako logout`: throw a token away."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.exits import refuse
from arena.sdk.cli.online.common import AsJson, note
from arena.sdk.online.credentials import SITE, credentials_read
from arena.sdk.online.site import Site, site_of


def logout(
    site: Annotated[
        str, typer.Argument(metavar="[SITE]", envvar=SITE, help="By default where you are.")
    ] = "",
    *,
    everywhere: Annotated[bool, typer.Option("--all", help="At every site.")] = False,
    as_json: AsJson = False,
) -> None:
    """Forget the token of a site.

    The token itself still works, should anybody have a copy, until it ends or you revoke it on the
    site's page “Tokens”.
    """
    known = credentials_read()
    url = site_of(site, insecure=True).url if site else known.current
    urls = list(known.sites) if everywhere else [url]
    forgotten = [one for one in urls if known.forget(one)]
    if not forgotten:
        refuse(f"You are not logged in at {url}." if url else "You are not logged in.")
    known.save()
    if as_json:
        say_json({"forgotten": forgotten})
        return
    for one in forgotten:
        say(f"Logged out of {one}.")
        note(f"Revoke the token there if you do not need it: {Site(one).page('accounts/tokens/')}")
