"""What leagues are told about bots."""

import pytest
from django.urls import reverse
from django.utils import timezone

from arena.games.registry import profiles, rules
from arena.two_sides import players_of_two_sides
from tests.arena.shown_matches import DUEL, FOUR, bench, bot_playing
from tests.factories import BotFactory, BotVersionFactory, UserFactory
from tournaments.bot_directory import BotLabel, bot_directory
from tournaments.models import User


@pytest.fixture
def author() -> User:
    return UserFactory.create(display_name="Ada")


def found(text: str, profile: str = DUEL, limit: int = 10) -> list[int]:
    competitors = bot_directory().search(text=text, profile=profile, limit=limit)
    return [competitor.pk for competitor in competitors]


def test_two_sides_meet_by_every_profile_on_offer_and_no_other_can_be_chosen() -> None:
    offered = dict(bot_directory().profiles())
    for name in profiles():
        players = players_of_two_sides(name)
        assert (players is not None) == (name in offered)
        if players is not None:
            assert len(set(rules(name, players).teams)) == 2
    assert {"durak/duel24", "durak/volga", "durak/german-team", "burako/duel", "burako/pairs"} <= (
        offered.keys()
    )
    assert players_of_two_sides("durak/volga") == 2
    assert players_of_two_sides("durak/german-team") == 4
    assert players_of_two_sides("durak/dropped") is None
    assert offered["durak/volga"] == "Volga Durak, two players"
    assert offered["burako/pairs"] == "Burako in pairs"


@pytest.mark.django_db
def test_a_bot_is_shown_with_name_page_and_author(author: User) -> None:
    bot = bot_playing(author, "Mustard").bot
    label = bot_directory().labels(competitors=[bot.competitor_id])[bot.competitor_id]
    address = reverse("bots:bot", args=[bot.public_id])
    assert label == BotLabel(name="Mustard", url=address, author="Ada", public_id=bot.public_id)


@pytest.mark.django_db
def test_a_bot_whose_author_has_left_and_an_author_whose_name_is_hidden_are_not_named(
    author: User,
) -> None:
    gone = BotFactory.create(name="", owner=None, retired_at=timezone.now(), name_key="")
    User.objects.filter(pk=author.pk).update(name_hidden=True)
    bot = bot_playing(author, "Mustard").bot
    labels = bot_directory().labels(competitors=[gone.competitor_id, bot.competitor_id])
    assert labels[gone.competitor_id].name == f"Deleted bot {gone.pk}"
    assert labels[gone.competitor_id].author == ""
    assert "Ada" not in labels[bot.competitor_id].author


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text", ["{id}", " {id} ", "/bots/{id}/", "https://durako.example/bots/{id}/versions/2/?x=1"]
)
def test_a_bot_is_found_by_its_page_or_public_id(author: User, text: str) -> None:
    bot = bot_playing(author, "Mustard").bot
    bot_playing(author, "Pepper")
    assert found(text.format(id=bot.public_id)) == [bot.competitor_id]


@pytest.mark.django_db
def test_a_bot_is_found_by_name_and_whoever_has_the_very_name_comes_first(author: User) -> None:
    long, short, _other = (bot_playing(author, name) for name in ("A Pepper", "Pepper", "Salt"))
    assert found("pepper") == [short.bot.competitor_id, long.bot.competitor_id]
    assert found("pepper", limit=1) == [short.bot.competitor_id]
    assert found("nutmeg\0") == []


@pytest.mark.django_db
def test_only_bots_that_can_play_by_these_rules_now_are_found(author: User) -> None:
    able = bot_playing(author, "Pepper able").bot
    benched = bot_playing(author, "Pepper benched").bot
    bench(benched)
    retired = bot_playing(author, "Pepper retired").bot
    retired.retired_at = timezone.now()
    retired.save()
    bot_playing(author, "Pepper of four", profiles=[FOUR])
    BotVersionFactory.create(bot__name="Pepper inactive")
    assert found("pepper") == [able.competitor_id]
    assert found(benched.public_id) == found(f"/bots/{retired.public_id}/") == []


@pytest.mark.django_db
def test_why_a_bot_cannot_play_is_said_in_a_sentence(author: User) -> None:
    able, benched, other_rules = (
        bot_playing(author, "Able").bot,
        bot_playing(author, "Benched").bot,
        bot_playing(author, "Other", profiles=[FOUR]).bot,
    )
    bench(benched)
    asked = [bot.competitor_id for bot in (able, benched, other_rules)]
    said = bot_directory().hindrances(competitors=asked, profile=DUEL)
    assert said.keys() == {benched.competitor_id, other_rules.competitor_id}
    assert "Benched is benched" in said[benched.competitor_id]
    assert "does not know these rules" in said[other_rules.competitor_id]


@pytest.mark.django_db
def test_whose_bots_they_are(author: User) -> None:
    bot = bot_playing(author, "Mustard").bot
    bot_playing(UserFactory.create(), "Pepper")
    assert set(bot_directory().competitors_of(account=author)) == {bot.competitor_id}
