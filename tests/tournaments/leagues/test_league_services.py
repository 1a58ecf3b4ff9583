"""Every service that organizers call: who may, what it leaves in the log, and that doing it twice
is doing it once. Each is tried by each role."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from django.core.exceptions import ValidationError

from tests.factories import (
    PROFILE,
    LeagueEntryFactory,
    LeagueFactory,
    UserFactory,
    running_league,
)
from tests.tournaments.ladder_kit import ladder_made
from tests.tournaments.leagues.kit import (
    decide,
    entries_of,
    events,
    fixtures_of,
    link_holder,
    official,
    owner,
    round_with,
)
from tournaments.league_access import LeagueDeniedError, LeagueVisitor
from tournaments.models import (
    Competitor,
    Ladder,
    League,
    LeagueApplication,
    LeagueLink,
    LeagueOfficial,
    LeagueRound,
    Rating,
)
from tournaments.selectors.league_links import league_link_find, league_link_token
from tournaments.services.leagues.applications import (
    application_accept,
    application_decline,
    application_send,
)
from tournaments.services.leagues.entries import entry_add, entry_remove, entry_rest_set
from tournaments.services.leagues.entry_import import entries_import
from tournaments.services.leagues.leaving import entry_disqualify, entry_return, entry_withdraw
from tournaments.services.leagues.links import link_make, link_revoke
from tournaments.services.leagues.officials import (
    league_owner_transfer,
    official_add,
    official_remove,
)
from tournaments.services.leagues.seeding import entries_seed, entries_seed_by_rating
from tournaments.services.leagues.settings import league_spec_of, league_update
from tournaments.services.leagues.states import (
    league_call_off,
    league_finish,
    league_reopen,
    league_start,
)
from tournaments.services.people import competitor_of_player, player_of_account

pytestmark = pytest.mark.django_db

Step = Callable[[League, LeagueVisitor], object]


@dataclass(frozen=True)
class Act:
    """A service, the league it is tried in, who may, and what the log calls it."""

    step: Step
    league: Callable[[], League]
    may: str = "oc"
    logged: str = ""
    logs_from: bool = True


def _draft() -> League:
    league = LeagueFactory.create()
    LeagueEntryFactory.create_batch(2, league=league)
    account = UserFactory.create(display_name="Helping Hand")
    LeagueOfficial.objects.create(league=league, account=account, role="co_organizer")
    LeagueApplication.objects.create(league=league, name="Zoe")
    return league


def _running() -> League:
    league = _draft()
    league.state = League.State.RUNNING
    league.save()
    first, second = entries_of(league)
    round_with(league, (first, second))
    return league


def _with_a_link() -> League:
    league = _draft()
    LeagueLink.objects.create(league=league, kind="join", token_hash="x", token_sealed="x")
    return league


def _withdrawn() -> League:
    league = _running()
    league.entries.filter(seed=1).update(status="withdrawn")
    return league


def _played() -> League:
    league = _running()
    decide(fixtures_of(league)[0], (3000, 100))
    return league


def _finished() -> League:
    league = _played()
    league.state = League.State.FINISHED
    league.save()
    return league


def _entry(league: League, seed: int = 1) -> int:
    return entries_of(league)[seed - 1].pk


def _helper(league: League) -> int:
    account = league.officials.get(account__display_name="Helping Hand").account_id
    assert account is not None
    return account


def _update(league: League, visitor: LeagueVisitor) -> object:
    spec = replace(league_spec_of(league), name="Another name")
    return league_update(
        public_id=league.public_id, visitor=visitor, spec=spec, revision=league.revision
    )


ACTS: dict[str, Act] = {
    "update": Act(_update, _draft, logged="changed"),
    "start": Act(
        lambda one, who: league_start(public_id=one.public_id, visitor=who),
        _draft,
        logged="started",
    ),
    "finish": Act(
        lambda one, who: league_finish(public_id=one.public_id, visitor=who),
        _played,
        logged="finished",
    ),
    "reopen": Act(
        lambda one, who: league_reopen(public_id=one.public_id, visitor=who),
        _finished,
        logged="reopened",
    ),
    "call_off": Act(
        lambda one, who: league_call_off(public_id=one.public_id, visitor=who),
        _running,
        may="o",
        logged="called_off",
    ),
    "official_add": Act(
        lambda one, who: official_add(
            public_id=one.public_id, visitor=who, email_or_name="helping hand", role="scorer"
        ),
        _draft,
        may="o",
        logged="official_added",
    ),
    "official_remove": Act(
        lambda one, who: official_remove(
            public_id=one.public_id, visitor=who, account_id=_helper(one)
        ),
        _draft,
        may="o",
        logged="official_removed",
    ),
    "transfer": Act(
        lambda one, who: league_owner_transfer(
            public_id=one.public_id, visitor=who, account_id=_helper(one)
        ),
        _draft,
        may="o",
        logged="owner_changed",
    ),
    "entry_add": Act(
        lambda one, who: entry_add(public_id=one.public_id, visitor=who, names=["Ana"]),
        _draft,
        logged="entry_added",
        logs_from=False,
    ),
    "import": Act(
        lambda one, who: entries_import(public_id=one.public_id, visitor=who, text="Ana\nBea"),
        _draft,
        logged="entries_imported",
    ),
    "entry_remove": Act(
        lambda one, who: entry_remove(public_id=one.public_id, visitor=who, entry_id=_entry(one)),
        _draft,
        logged="entry_removed",
    ),
    "withdraw": Act(
        lambda one, who: entry_withdraw(
            public_id=one.public_id, visitor=who, entry_id=_entry(one), remaining="forfeit"
        ),
        _running,
        logged="entry_withdrawn",
    ),
    "disqualify": Act(
        lambda one, who: entry_disqualify(
            public_id=one.public_id, visitor=who, entry_id=_entry(one), annul=True, note="why"
        ),
        _running,
        logged="entry_disqualified",
    ),
    "return": Act(
        lambda one, who: entry_return(public_id=one.public_id, visitor=who, entry_id=_entry(one)),
        _withdrawn,
        logged="entry_returned",
    ),
    "rest": Act(
        lambda one, who: entry_rest_set(
            public_id=one.public_id,
            visitor=who,
            entry_id=_entry(one),
            rounds=[4],
            revision=one.revision,
        ),
        _draft,
        logged="entry_rests",
    ),
    "seed": Act(
        lambda one, who: entries_seed(
            public_id=one.public_id,
            visitor=who,
            order=[_entry(one, 2), _entry(one, 1)],
            revision=one.revision,
        ),
        _draft,
        logged="entries_seeded",
    ),
    "accept": Act(
        lambda one, who: application_accept(
            public_id=one.public_id, visitor=who, application_id=one.applications.get().pk
        ),
        _draft,
        logged="application_accepted",
    ),
    "decline": Act(
        lambda one, who: application_decline(
            public_id=one.public_id, visitor=who, application_id=one.applications.get().pk
        ),
        _draft,
        logged="application_declined",
    ),
    "link": Act(
        lambda one, who: link_make(public_id=one.public_id, visitor=who, kind="join"),
        _draft,
        logged="link_made",
    ),
    "revoke": Act(
        lambda one, who: link_revoke(
            public_id=one.public_id,
            visitor=who,
            link_id=one.links.get(token_hash="x").pk,
        ),
        _with_a_link,
        logged="link_revoked",
    ),
}


def _visitor(league: League, role: str) -> LeagueVisitor:
    match role:
        case "o":
            return owner(league)
        case "c":
            return official(league, "co_organizer")
        case "s":
            return official(league, "scorer")
        case "p":
            player = entries_of(league)[1].competitor.player
            assert player is not None
            player.name, player.account = "", UserFactory.create()
            player.save()
            return LeagueVisitor(player.account)
        case "v":
            return LeagueVisitor(UserFactory.create())
        case _:
            return LeagueVisitor()


@pytest.mark.parametrize("role", ["o", "c", "s", "p", "v", "nobody"])
@pytest.mark.parametrize("name", ACTS)
def test_only_those_who_may_do_it_and_it_is_logged_once(name: str, role: str) -> None:
    act = ACTS[name]
    league = act.league()
    visitor = _visitor(league, role)
    if role not in act.may:
        with pytest.raises(LeagueDeniedError):
            act.step(league, visitor)
        assert not events(league)
        return
    act.step(league, visitor)
    (event,) = events(league)
    assert (event.action, event.by) == (act.logged, visitor.account)
    assert event.after or name == "entry_remove"
    assert bool(event.before) is act.logs_from
    assert event.before != event.after
    league.refresh_from_db()
    assert event.revision == league.revision == 1


# --- how a league begins and ends --------------------------------------------------------------


def test_a_league_of_one_does_not_start() -> None:
    entry = LeagueEntryFactory.create()
    with pytest.raises(ValidationError, match="at least two"):
        league_start(public_id=entry.league.public_id, visitor=owner(entry.league))


def test_starting_a_swiss_league_plans_the_usual_rounds() -> None:
    league = LeagueFactory.create(format="swiss", rounds_planned=0)
    LeagueEntryFactory.create_batch(5, league=league)
    started = league_start(public_id=league.public_id, visitor=owner(league))
    assert (started.rounds_planned, started.state) == (3, "running")
    assert started.started_at is not None
    assert events(league)[0].after == {"state": "running", "entries": 5, "rounds_planned": 3}


def test_groups_are_dealt_like_a_snake_and_need_enough() -> None:
    league = LeagueFactory.create(format="groups", groups=2, qualifiers=3)
    LeagueEntryFactory.create_batch(5, league=league)
    with pytest.raises(ValidationError, match="need at least 6 entries"):
        league_start(public_id=league.public_id, visitor=owner(league))
    LeagueEntryFactory.create(league=league)
    league_start(public_id=league.public_id, visitor=owner(league))
    assert [entry.group for entry in entries_of(league)] == [0, 1, 1, 0, 0, 1]


def test_a_league_ends_when_everything_is_decided() -> None:
    league = _running()

    def finish(note: str = "") -> None:
        league_finish(public_id=league.public_id, visitor=owner(league), note=note)

    with pytest.raises(ValidationError, match="1 match has no final result"):
        finish()
    decide(fixtures_of(league)[0], (3000, 0))
    draft = LeagueRound.objects.create(league=league, number=2)
    with pytest.raises(ValidationError, match="Publish round 2 first"):
        finish()
    draft.delete()
    LeagueEntryFactory.create(league=league)
    with pytest.raises(ValidationError) as early:
        finish()
    assert list(early.value.message_dict) == ["note"]
    finish("the hall was closed")
    league.refresh_from_db()
    assert (league.state, league.finished_at is not None) == ("finished", True)
    assert events(league)[0].note == "the hall was closed"


# --- offices -----------------------------------------------------------------------------------


def test_offices_are_given_by_address_or_by_a_name_that_one_account_has() -> None:
    league = LeagueFactory.create()
    helper = UserFactory.create(email="helper@example.org", display_name="Rita")

    def add(who: str, role: str = "scorer") -> LeagueOfficial:
        return official_add(
            public_id=league.public_id, visitor=owner(league), email_or_name=who, role=role
        )

    assert add(" Helper@example.org ").account == helper
    assert add("rita", "co_organizer").role == "co_organizer"
    assert add("rita", "co_organizer").role == "co_organizer"
    assert [event.before["role"] for event in events(league)] == [None, "scorer"]
    UserFactory.create(display_name="RITA")
    UserFactory.create(display_name="Hidden", name_hidden=True)
    UserFactory.create(display_name="Gone", is_active=False)
    assert league.owner is not None
    for who in ("rita", "Hidden", "Gone", "", "nobody@example.org", league.owner.email, "a\x00b"):
        with pytest.raises(ValidationError) as refused:
            add(who)
        assert list(refused.value.message_dict) == ["email_or_name"]


def test_a_league_is_handed_to_a_co_organizer_and_its_owner_stays_one() -> None:
    league = LeagueFactory.create()
    before, scorer = league.owner, official(league, "scorer").account
    heir = official(league, "co_organizer").account
    assert scorer is not None
    assert heir is not None
    assert before is not None
    with pytest.raises(ValidationError):
        league_owner_transfer(
            public_id=league.public_id, visitor=owner(league), account_id=scorer.pk
        )
    league_owner_transfer(public_id=league.public_id, visitor=owner(league), account_id=heir.pk)
    league.refresh_from_db()
    assert league.owner == heir
    assert league.officials.get(account=before).role == "co_organizer"
    assert not league.officials.filter(account=heir).exists()
    (event,) = events(league)
    assert (event.before, event.after) == ({"owner": before.pk}, {"owner": heir.pk})


# --- links and requests ------------------------------------------------------------------------


def test_a_token_is_found_by_its_hash_and_kept_sealed() -> None:
    league = LeagueFactory.create()
    link = link_make(public_id=league.public_id, visitor=owner(league), kind="join")
    token = league_link_token(link=link)
    assert token not in f"{link.token_hash}{link.token_sealed}"
    assert league_link_find(token=token) == link
    assert league_link_find(token=token + "x") is None


def test_links_are_for_published_rounds_of_this_league() -> None:
    league = running_league(2)
    first, second = entries_of(league)
    round_with(league, (first, second), state=LeagueRound.State.DRAFT)
    for of in ({"kind": "round", "round": 1}, {"kind": "round"}, {"kind": "all"}):
        with pytest.raises(ValidationError):
            link_make(public_id=league.public_id, visitor=owner(league), **of)
    with pytest.raises(ValidationError):
        link_make(
            public_id=league.public_id,
            visitor=owner(league),
            kind="fixture",
            fixture=fixtures_of(league)[0].public_id,
        )


def test_a_stranger_with_the_link_asks_once_and_is_entered_as_a_guest() -> None:
    league = LeagueFactory.create(competitors="pair")
    stranger = link_holder(league)
    asked = [
        application_send(public_id=league.public_id, visitor=stranger, name=name, partner=partner)
        for name, partner in (("Ana", "Bea"), (" bea ", "ANA"))
    ]
    assert asked[0] == asked[1]
    entry, again = (
        application_accept(public_id=league.public_id, visitor=owner(league), application_id=one.pk)
        for one in asked
    )
    assert entry == again
    pair = entry.competitor.pair
    assert pair is not None
    assert {player.created_by for player in pair.players} == {league.owner}
    assert [event.action for event in events(league)] == [
        "link_made",
        "applied",
        "application_accepted",
    ]
    assert (events(league)[1].by, events(league)[1].role) == (None, "applicant")
    with pytest.raises(ValidationError, match="answered"):
        application_decline(
            public_id=league.public_id, visitor=owner(league), application_id=asked[0].pk
        )


def test_without_the_link_nobody_asks() -> None:
    league = running_league(2)
    with pytest.raises(LeagueDeniedError):
        application_send(
            public_id=league.public_id, visitor=LeagueVisitor(UserFactory.create()), name="Ana"
        )


def test_an_account_asks_for_itself_and_not_again_once_it_is_in() -> None:
    league = LeagueFactory.create()
    account = UserFactory.create(display_name="Zoe")
    visitor = LeagueVisitor(account, link_holder(league).link_ids)
    asked = application_send(public_id=league.public_id, visitor=visitor, name="Somebody else")
    assert asked.name == "Zoe"
    entry = application_accept(
        public_id=league.public_id, visitor=owner(league), application_id=asked.pk
    )
    player = entry.competitor.player
    assert player is not None
    assert player.account == account
    with pytest.raises(ValidationError, match="You are entered already"):
        application_send(public_id=league.public_id, visitor=visitor)


def test_a_stranger_cannot_put_somebody_with_an_account_on_the_list() -> None:
    league = LeagueFactory.create()
    account = UserFactory.create(display_name="Famous")
    assert league.owner is not None
    player_of_account(account=account).known_by.add(league.owner)
    asked = application_send(public_id=league.public_id, visitor=link_holder(league), name="Famous")
    entry = application_accept(
        public_id=league.public_id, visitor=owner(league), application_id=asked.pk
    )
    player = entry.competitor.player
    assert player is not None
    assert player.account is None


def test_authors_ask_for_their_own_bots() -> None:
    league = LeagueFactory.create(game="durak", competitors="bot")
    other = running_league(1, game="durak", competitors="bot")
    bot = entries_of(other)[0].competitor
    author = LeagueVisitor(bot.bot.owner, link_holder(league).link_ids)
    asked = application_send(public_id=league.public_id, visitor=author, bot=bot.pk)
    assert asked.bot == bot
    stranger = LeagueVisitor(UserFactory.create(), author.link_ids)
    with pytest.raises(ValidationError, match="one of your bots"):
        application_send(public_id=league.public_id, visitor=stranger, bot=bot.pk)
    entry = application_accept(
        public_id=league.public_id, visitor=owner(league), application_id=asked.pk
    )
    assert entry.competitor == bot


@pytest.mark.parametrize(
    ("kind", "said", "field"),
    [
        ("person", {"name": ""}, "name"),
        ("person", {"name": "x\u200by"}, "name"),
        ("pair", {"name": "Ana"}, "partner"),
        ("pair", {"name": "Ana", "partner": "ana"}, "partner"),
        ("person", {"name": "Ana", "note": "x" * 201}, "note"),
    ],
)
def test_what_is_wrong_with_a_request_is_said_at_its_field(
    kind: Competitor.Kind, said: dict[str, str], field: str
) -> None:
    league = LeagueFactory.create(competitors=kind)
    with pytest.raises(ValidationError) as refused:
        application_send(public_id=league.public_id, visitor=link_holder(league), **said)  # type: ignore[arg-type]
    assert list(refused.value.message_dict) == [field]


# --- seeds by rating ---------------------------------------------------------------------------


def test_without_ratings_the_order_stays() -> None:
    league = _draft()
    before = [entry.pk for entry in entries_of(league)]
    entries_seed_by_rating(public_id=league.public_id, visitor=owner(league), revision=0)
    assert [entry.pk for entry in entries_of(league)] == before
    assert not events(league)


def _rate(ladder: Ladder, competitor: Competitor, value: int) -> None:
    Rating.objects.create(ladder=ladder, competitor=competitor, value=value)


def test_bots_are_seeded_by_their_ratings_and_the_unrated_come_last() -> None:
    league = LeagueFactory.create(game="durak", competitors="bot")
    entries = LeagueEntryFactory.create_batch(4, league=league)
    ladder, other = ladder_made(profile=PROFILE), ladder_made(profile="durak/volga")
    for entry, value in zip(entries, (1500, 1700, 1600), strict=False):
        _rate(ladder, entry.competitor, value)
    _rate(other, entries[3].competitor, 9000)
    entries_seed_by_rating(public_id=league.public_id, visitor=owner(league), revision=0)
    assert entries_of(league) == [entries[1], entries[2], entries[0], entries[3]]


def test_a_pair_is_as_good_as_its_two_are_on_average() -> None:
    league = LeagueFactory.create(competitors="pair")
    ladder = Ladder.objects.create(
        slug="people", hosting=Ladder.Hosting.PEOPLE, profile="burako/pairs", players=4
    )
    entries = LeagueEntryFactory.create_batch(3, league=league)
    for entry, values in zip(entries, ((1500, 1500), (2000,), (1000, 2100)), strict=True):
        pair = entry.competitor.pair
        assert pair is not None
        for player, value in zip(pair.players, values, strict=False):
            _rate(ladder, competitor_of_player(player=player), value)
    entries_seed_by_rating(public_id=league.public_id, visitor=owner(league), revision=0)
    assert entries_of(league) == [entries[2], entries[0], entries[1]]
