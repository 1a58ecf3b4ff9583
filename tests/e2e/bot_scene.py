"""Bots at every point of their lives, for the pages that show them."""

from dataclasses import dataclass

from arena.models import BotVersion
from tests.arena.bot_kit import ToldCheck, bot_sent_in, version_sent_in
from tests.factories import UserFactory
from tournaments.models import User

SENTENCE = (
    "Game 2, decision 17: Its answer was against the rules. AS is not in your hand; legal were 2 "
    "actions."
)
LOG = (
    "== durak/volga ==\n-- stderr --\nTraceback (most recent call last):\n"
    '  File "/bot/mustard.py", line 12, in choose\n'
    "    return legal[42]\nIndexError: list index out of range \x1b[31m\u202e<b>red</b>"
)


@dataclass(frozen=True)
class BotScene:
    """Ana's bots; each name says how far it is."""

    playing: BotVersion
    """The second version plays; the first can be rolled back to."""
    failed: BotVersion
    running: BotVersion
    queued: BotVersion
    broken: BotVersion
    not_active: BotVersion
    of_somebody_else: BotVersion


def bot_scene(ana: User) -> BotScene:
    """Everything there is to see, with long and short names."""
    first = bot_sent_in(
        ana,
        "Mustard",
        description="Counts trumps.\nNever throws in an ace before the talon is empty.",
    )
    ToldCheck(first).valid()
    failed = version_sent_in(first, "two", note="Looks one move ahead")
    ToldCheck(failed).invalid(3, SENTENCE, log=LOG)
    playing = ToldCheck(version_sent_in(first, "three", note="Looks one move ahead, again")).valid()

    running = bot_sent_in(ana, "Pepper & <b>Salt</b>", profiles=("durak/german-number-trump-high",))
    ToldCheck(running).running(3, progress="2/4")
    broken = bot_sent_in(ana, "Ñandú Östlund the Relentless Card Eater")
    ToldCheck(broken).broken("The game server does not answer.")
    idle = version_sent_in(broken, "idle", activate=False)
    ToldCheck(idle).valid()
    queued = bot_sent_in(ana, "Waiter")

    other = bot_sent_in(UserFactory.create(display_name="Bea"), "Carambola")
    ToldCheck(other).valid()
    return BotScene(
        playing=playing,
        failed=failed,
        running=running,
        queued=queued,
        broken=broken,
        not_active=idle,
        of_somebody_else=other,
    )
