"""`durako whoami`: who one is, where, and what the token may do."""

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.online.common import AsJson, SiteOption, client_at, moment


def whoami(*, site: SiteOption = "", as_json: AsJson = False) -> None:
    """Say who you are at the site, and what your token may do until when."""
    client = client_at(site)
    me = client.get("me/")
    if as_json:
        say_json(me)
        return
    token = me["token"]
    say(f"You are {me['name']} at {client.site.url}.", style="bold")
    say(f"  token  {token['name']}, until {moment(token['expires_at'])}")
    say(f"  may    {', '.join(token['scopes'])}")
