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

from django.db import transaction  # noqa: E402 - Django comes first

from arena.match_states import MatchState  # noqa: E402
from arena.models import BotVersion, Match, MatchEvent  # noqa: E402
from arena.services.match_making import match_create  # noqa: E402
from arena.services.operations import match_void_by_staff  # noqa: E402
from tests.arena.bot_kit import bot_sent_in, program  # noqa: E402
from tests.arena.match_books import check_books, told  # noqa: E402
from tests.deploy.service import wait_for  # noqa: E402
from tests.factories import give_second_factor  # noqa: E402
from tournaments.models import Ladder, LadderEntry, User  # noqa: E402
from tournaments.selectors.ladders import ladders_open  # noqa: E402
from tournaments.services.accounts import account_create_verified  # noqa: E402
from tournaments.services.ladders import ladder_close, ladder_reopen  # noqa: E402

PROFILE = "durak/duel24"
NAMES = ("Mustard", "Pepper")
BOARDS = 2
CHECK_SECONDS = 300
REASON = "It is a soak."


def begin(matches: int) -> None:
    """Two bots, checked by the service's own runner, and their matches in the queue. All are rated;
    the ladder is open only to us, so that the scheduler makes none of its own for it."""
    staff = _staff()
    for ladder in ladders_open(hosting=Ladder.Hosting.BOTS):
        ladder_close(ladder=ladder, by=staff, reason=REASON)
    versions = [_sent_in(name) for name in NAMES]
    waiting = BotVersion.objects.exclude(state=BotVersion.State.VALID)
    wait_for(lambda: not waiting.exists(), "the bots to pass their checks", seconds=CHECK_SECONDS)
    for version in versions:
        version.refresh_from_db()
    with transaction.atomic():
        ladder = Ladder.objects.get(hosting=Ladder.Hosting.BOTS, profile=PROFILE)
        ladder_reopen(ladder=ladder, by=staff, reason=REASON)
        for number in range(matches):
            match_create(
                kind=Match.Kind.CHALLENGE,
                profile=PROFILE,
                versions=versions if number % 2 else versions[::-1],
                boards=BOARDS,
                ladder=ladder,
                requested_by=versions[number % 2].bot.owner,
            )
        ladder_close(ladder=ladder, by=staff, reason=REASON)


def check() -> None:
    """Whether everything that is written down fits together, also after some of it is declared void
    by the staff; prints what became of it."""
    for match in Match.objects.all():
        assert match.is_over, told(match)
    settled = Match.objects.filter(state=MatchState.SETTLED).order_by("settled_number")
    assert not settled.filter(rated=False).exists()
    results = LadderEntry.objects.filter(kind=LadderEntry.Kind.RESULT)
    assert results.count() == settled.count()
    check_books()
    staff = _staff()
    for match in (settled[1], settled[0]):
        match_void_by_staff(match=match, by=staff, reason=REASON)
    check_books()
    steps = MatchEvent.objects.order_by("pk")
    again = steps.filter(before__in=["sent", "playing"], after="queued")
    print(
        json.dumps(
            {
                "settled": Match.objects.exclude(settled_number=None).count(),
                "void": Match.objects.filter(settled_number=None).count(),
                "attempts": steps.filter(after="sent").count(),
                "reasons": Counter(again.values_list("reason", flat=True)),
                "void because": Counter(
                    steps.filter(after="void")
                    .exclude(before=MatchState.SETTLED)
                    .values_list("reason", flat=True)
                ),
            }
        )
    )


def _sent_in(name: str) -> BotVersion:
    return bot_sent_in(_author(name), name, profiles=[PROFILE], data=program(name))


def _staff() -> User:
    """The one who decides about ladders and matches."""
    found = User.objects.filter(is_staff=True).first()
    if found is None:
        found = account_create_verified(
            email="olga@example.org", password=None, display_name="Olga", is_staff=True
        )
        give_second_factor(found)
    return found


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
