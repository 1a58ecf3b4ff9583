"""Bots, their versions, and who may do what with them."""

from collections.abc import Iterator

import pytest

from arena.models import BotVersion
from arena.runner.orders import Verdict
from arena.selectors.bots import bots_public
from arena.services.bots import bot_create, bot_version_activate
from tests.arena.bots import Runner, runner, submit
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queue() -> Iterator[Runner]:
    with runner() as found:
        yield found


def test_a_first_bot(queue: Runner) -> None:
    owner = UserFactory.create()
    bot = bot_create(owner=owner, name="  \uff2dy   Bot ", description="Plays.\r\nWell.")
    assert bot.name == "My Bot"
    version = submit(bot)
    assert version.number == 1
    assert version.state == BotVersion.State.CHECKING
    assert queue.answer(version, Verdict.VALID)
    bot.refresh_from_db()
    assert bot.active_version == version
    assert list(bots_public(search="my plays")) == [bot]
    second = submit(bot, activate=False)
    assert queue.answer(second, Verdict.VALID)
    bot.refresh_from_db()
    assert bot.active_version == version
    bot_version_activate(bot=bot, number=2, by=owner)
    bot_version_activate(bot=bot, number=1, by=owner)
    assert [one.version.number for one in bot.activations.all()] == [1, 2, 1]
