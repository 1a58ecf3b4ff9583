"""A process of the server's kind that puts matches in and, when all is over, looks at the books.

    python -m tests.soak.match_ledger begin 12
    python -m tests.soak.match_ledger check

It gets the running service's own environment.
"""

import argparse
import json
from collections import Counter

import django

django.setup()

from arena.match_states import MatchState  # noqa: E402 - Django comes first
from arena.models import BotVersion, Match, MatchEvent  # noqa: E402
from arena.services.match_making import match_create  # noqa: E402
from tests.arena.bot_kit import bot_sent_in, program  # noqa: E402
from tests.arena.match_books import check_books, told  # noqa: E402
from tests.deploy.service import wait_for  # noqa: E402
from tournaments.models import User  # noqa: E402
from tournaments.services.accounts import account_create_verified  # noqa: E402

PROFILE = "durak/duel24"
NAMES = ("Mustard", "Pepper")
BOARDS = 2
CHECK_SECONDS = 300


def begin(matches: int) -> None:
    """Two bots, checked by the service's own runner, and their matches in the queue."""
    versions = [_sent_in(name) for name in NAMES]
    waiting = BotVersion.objects.exclude(state=BotVersion.State.VALID)
    wait_for(lambda: not waiting.exists(), "the bots to pass their checks", seconds=CHECK_SECONDS)
    for version in versions:
        version.refresh_from_db()
    for number in range(matches):
        match_create(
            kind=Match.Kind.CHALLENGE,
            profile=PROFILE,
            versions=versions if number % 2 else versions[::-1],
            boards=BOARDS,
            requested_by=versions[number % 2].bot.owner,
        )


def check() -> None:
    """Whether everything that is written down fits together; prints what became of it."""
    for match in Match.objects.all():
        assert match.is_over, told(match)
    check_books()
    steps = MatchEvent.objects.order_by("pk")
    again = steps.filter(before__in=["sent", "playing"], after="queued")
    print(
        json.dumps(
            {
                "settled": Match.objects.filter(state=MatchState.SETTLED).count(),
                "void": Match.objects.filter(state=MatchState.VOID).count(),
                "attempts": steps.filter(after="sent").count(),
                "reasons": Counter(again.values_list("reason", flat=True)),
                "void because": Counter(
                    steps.filter(after="void").values_list("reason", flat=True)
                ),
            }
        )
    )


def _sent_in(name: str) -> BotVersion:
    return bot_sent_in(_author(name), name, profiles=[PROFILE], data=program(name))


def _author(name: str) -> User:
    return account_create_verified(
        email=f"{name.lower()}@example.org", password=None, display_name=f"{name}'s author"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("begin").add_argument("matches", type=int)
    commands.add_parser("check")
    arguments = parser.parse_args()
    if arguments.command == "begin":
        begin(arguments.matches)
    else:
        check()


if __name__ == "__main__":
    main()
