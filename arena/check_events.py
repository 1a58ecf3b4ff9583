"""What is new about a version's checks, for whoever follows them."""

from arena.models import BotVersion
from arena.selectors.validations import validation_latest
from arena.topics import bot_topic, validation_topic
from tournaments.live.streams import Seen


def check_seen(version: BotVersion) -> tuple[Seen, list[str]]:
    """`state` with another id whenever the checks would look different, and the topics to follow;
    only for those who may read what is the author's own."""
    bot = version.bot
    topics = [bot_topic(bot.public_id)]
    facts: list[object] = [version.state, bot.active_version_id, bot.is_retired]
    validation = validation_latest(version=version)
    if validation is not None:
        topics.append(validation_topic(validation.public_id))
        facts += [validation.pk, validation.attempt, validation.last_report, validation.verdict]
    return Seen("-".join(map(str, facts)), "state", {}), topics
