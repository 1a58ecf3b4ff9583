"""`durako challenge`: let a bot of yours play others."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.online.common import AsJson, Follow, SiteOption, client_at
from arena.sdk.cli.online.match import exit_of, followed_match, tell_match
from arena.sdk.online.names import bot_named, own_bot
from arena.sdk.online.terms import challenge_terms


def challenge(
    opponents: Annotated[
        list[str],
        typer.Argument(
            metavar="OPPONENT...", help="Bots by name or id; as many as fit.", callback=unmarked
        ),
    ],
    *,
    bot: Annotated[
        str,
        typer.Option(
            "--bot",
            "-b",
            metavar="NAME|ID",
            help="Yours; by default your only one.",
            callback=unmarked,
        ),
    ] = "",
    profile: Annotated[
        str, typer.Option("--profile", "-p", metavar="RULES", help="By default what all play.")
    ] = "",
    boards: Annotated[
        int | None, typer.Option("--boards", "-n", help="How many shuffles.", min=1)
    ] = None,
    follow: Follow = False,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Challenge bots with one of yours: a match that is not rated.

    Exit code with --follow: 0 if it was played, 5 if it is void.
    """
    client = client_at(site)
    own = own_bot(client, bot)
    others = [bot_named(client, name) for name in opponents]
    rules, number = challenge_terms(client, own, others, profile=profile, boards=boards)
    wish = {
        "bot": own["id"],
        "opponents": [one["id"] for one in others],
        "profile": rules,
        "boards": number,
    }
    match = client.create("challenges/", wish)
    if follow:
        if not as_json:
            say(f"Match {match['id']}: {client.site.page(match['page'])}", style="bold")
        match = followed_match(client, match, quiet=as_json)
    if as_json:
        say_json(match)
    else:
        tell_match(client, match)
        if not follow:
            say(f"durako match {match['id']} --follow looks on.", style="dim")
    if follow:
        raise typer.Exit(exit_of(match))
