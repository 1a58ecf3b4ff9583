"""Who takes part: entered, seeded, resting, taken off, leaving and coming back."""

import pytest
from django.core.exceptions import ValidationError

from tests.factories import (
    BotVersionFactory,
    LeagueEntryFactory,
    LeagueFactory,
    PlayerFactory,
    UserFactory,
    running_league,
)
from tests.tournaments.leagues.kit import (
    decide,
    entries_of,
    events,
    fixtures_of,
    owner,
    round_with,
)
from tournaments.models import Competitor, Fixture, League, LeagueEntry, LeagueRound, Pair, Player
from tournaments.selectors.leagues import league_book
from tournaments.services import people
from tournaments.services.leagues import room
from tournaments.services.leagues.entries import entry_add, entry_remove, entry_rest_set
from tournaments.services.leagues.leaving import (
    entry_disqualify,
    entry_return,
    entry_withdraw,
)
from tournaments.services.leagues.seeding import entries_seed

pytestmark = pytest.mark.django_db


def _add(league: League, *names: str) -> LeagueEntry:
    return entry_add(public_id=league.public_id, visitor=owner(league), names=names)


def _refused(league: League, *names: str) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as refused:
        _add(league, *names)
    return refused.value.message_dict


# --- entering ----------------------------------------------------------------------------------


def test_a_name_that_nobody_has_becomes_a_guest_on_the_organizers_list() -> None:
    league = LeagueFactory.create()
    entry = _add(league, "  Ana  Pérez ")
    player = entry.competitor.player
    assert player is not None
    assert (player.name, player.account, player.created_by) == ("Ana Pérez", None, league.owner)
    assert player in Player.objects.filter(known_by=league.owner)
    (event,) = events(league)
    assert (event.action, event.entry, event.before) == ("entry_added", entry.pk, {})
    assert event.after == {"competitor": entry.competitor_id, "seed": 1, "joined_round": 1}
    assert "Ana" not in str(event.after), "names can be erased, the log cannot"


def test_a_name_on_the_organizers_list_is_that_player_in_any_spelling_of_case() -> None:
    league = LeagueFactory.create()
    known = PlayerFactory.create(name="Bea", created_by=league.owner)
    somebody_elses = PlayerFactory.create(name="Carl", created_by=UserFactory.create())
    assert _add(league, "BEA").competitor.player == known
    assert _add(league, "Carl").competitor.player != somebody_elses


def test_the_organizer_enters_themselves_by_their_own_name() -> None:
    league = LeagueFactory.create(owner=UserFactory.create(display_name="Olga"))
    own = PlayerFactory.create(account=league.owner)
    assert _add(league, "olga").competitor.player == own


def test_a_pair_is_found_again_in_either_order() -> None:
    first, second = LeagueFactory.create(competitors="pair"), None
    second = LeagueFactory.create(competitors="pair", owner=first.owner)
    one, other = _add(first, "Ana", "Bea"), _add(second, "Bea", "Ana")
    assert one.competitor == other.competitor
    assert Pair.objects.count() == 1


@pytest.mark.parametrize(
    ("names", "field"),
    [
        (("Ana", ""), "partner"),
        (("", "Ana"), "name"),
        (("Ana", "ana"), "partner"),
        (("Ana",), "name"),
        (("A" * 41, "Bea"), "name"),
        (("Ana", "Be\u200ba"), "partner"),
    ],
)
def test_names_that_make_no_pair_are_refused_at_their_field(
    names: tuple[str, ...], field: str
) -> None:
    league = LeagueFactory.create(competitors="pair")
    assert list(_refused(league, *names)) == [field]
    assert not Player.objects.exists()
    assert not events(league)


def test_nobody_is_entered_twice_not_even_with_another_partner() -> None:
    league = LeagueFactory.create(competitors="pair")
    _add(league, "Ana", "Bea")
    assert list(_refused(league, "Carl", "Bea")) == ["partner"]
    assert league.entries.count() == 1


def test_two_on_the_list_with_one_name_must_be_told_apart_first() -> None:
    league = LeagueFactory.create()
    PlayerFactory.create_batch(2, name="Ana", created_by=league.owner)
    assert "Several people" in _refused(league, "Ana")["name"][0]


def test_people_who_do_not_fit_on_the_list_are_entered_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(people, "PLAYERS_MAX", 1)
    league = LeagueFactory.create()
    _add(league, "Ana")
    late = _add(league, "Bea")
    assert [p.name for p in Player.objects.filter(known_by=league.owner)] == ["Ana"]
    assert late.competitor.player == Player.objects.get(name="Bea")


def test_a_bot_is_entered_by_its_name_and_only_if_it_can_play() -> None:
    league = LeagueFactory.create(game="durak", competitors="bot")
    able = BotVersionFactory.create(bot__name="Able", active=True).bot
    other = BotVersionFactory.create(bot__name="Other", profiles=["burako/duel"], active=True).bot
    assert _add(league, "able").competitor == able.competitor
    assert "entered already" in _refused(league, "Able")["competitor"][0]
    assert list(_refused(league, "Other")) == ["bot"]
    with pytest.raises(ValidationError) as refused:
        entry_add(
            public_id=league.public_id,
            visitor=owner(league),
            competitor_id=other.competitor_id,
        )
    assert "does not know these rules" in refused.value.message_dict["competitor"][0]


def test_strangers_cannot_be_entered_by_their_number() -> None:
    league = LeagueFactory.create()
    stranger = LeagueEntryFactory.create(accounts=True).competitor
    mine = people.competitor_of_player(player=PlayerFactory.create(created_by=league.owner))

    def by_number(competitor: Competitor) -> LeagueEntry:
        return entry_add(
            public_id=league.public_id, visitor=owner(league), competitor_id=competitor.pk
        )

    assert by_number(mine).competitor == mine
    with pytest.raises(ValidationError):
        by_number(stranger)


def test_a_league_is_full_at_some_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ENTRIES_MAX", 2)
    league = running_league(2, format=League.Format.SWISS)
    with pytest.raises(ValidationError, match="at most 2 entries"):
        _add(league, "Ana")


def test_late_entries_play_from_the_next_round_on() -> None:
    league = running_league(5)
    first, second = entries_of(league)[:2]
    round_with(league, (first, second))
    late = _add(league, "Late")
    assert (late.joined_round, late.seed) == (2, 6)


def test_nobody_joins_while_a_round_is_drafted_or_after_the_bracket_is_drawn() -> None:
    league = running_league(4, format="knockout")
    pair = (entries_of(league)[0], entries_of(league)[3])
    drawn = round_with(league, pair, state=LeagueRound.State.DRAFT)
    Fixture.objects.update(bracket_match=1)
    with pytest.raises(ValidationError, match="throw the draft away"):
        _add(league, "Late")
    drawn.state = LeagueRound.State.PUBLISHED
    drawn.save()
    with pytest.raises(ValidationError, match="bracket is drawn"):
        _add(league, "Late")


# --- taking off, seeding, resting --------------------------------------------------------------


def test_taking_somebody_off_closes_the_gap_and_leaves_no_competitor_behind() -> None:
    league = LeagueFactory.create(competitors="pair")
    kept, gone, last = _add(league, "A1", "A2"), _add(league, "B1", "B2"), _add(league, "C1", "C2")
    for _twice in range(2):
        entry_remove(public_id=league.public_id, visitor=owner(league), entry_id=gone.pk)
    assert [(e.pk, e.seed) for e in entries_of(league)] == [(kept.pk, 1), (last.pk, 2)]
    assert not Competitor.objects.filter(pk=gone.competitor_id).exists()
    assert Pair.objects.count() == 2
    assert [event.action for event in events(league)][3:] == ["entry_removed"]
    assert events(league)[-1].before["seed"] == 2


def test_who_leaves_later_withdraws_instead() -> None:
    league = running_league(2)
    with pytest.raises(ValidationError, match="let them withdraw"):
        entry_remove(
            public_id=league.public_id, visitor=owner(league), entry_id=entries_of(league)[0].pk
        )


def test_seeding_names_everybody_and_is_over_once_something_is_drawn() -> None:
    league = running_league(3)
    one, two, three = entries_of(league)

    def seed(*order: LeagueEntry) -> None:
        league.refresh_from_db()
        entries_seed(
            public_id=league.public_id,
            visitor=owner(league),
            order=[e.pk for e in order],
            revision=league.revision,
        )

    seed(three, one, two)
    seed(three, one, two)
    (event,) = events(league)
    assert event.before == {"order": [one.pk, two.pk, three.pk]}
    assert event.after == {"order": [three.pk, one.pk, two.pk]}
    assert entries_of(league) == [three, one, two]
    with pytest.raises(ValidationError, match="has changed meanwhile"):
        seed(one, two)
    round_with(league, (one, two))
    with pytest.raises(ValidationError, match="once something is drawn"):
        seed(one, two, three)


def test_rests_are_set_for_rounds_to_come() -> None:
    league = running_league(3)
    entry = entries_of(league)[0]
    round_with(league, (entry, entries_of(league)[1]))

    def rest(*rounds: int) -> None:
        league.refresh_from_db()
        entry_rest_set(
            public_id=league.public_id,
            visitor=owner(league),
            entry_id=entry.pk,
            rounds=rounds,
            revision=league.revision,
        )

    rest(3, 2, 3)
    rest(2, 3)
    entry.refresh_from_db()
    assert entry.rests == [2, 3]
    assert [(e.before, e.after) for e in events(league)] == [({"rests": []}, {"rests": [2, 3]})]
    for wrong in (1, 0, -4, 5_000_000):
        with pytest.raises(ValidationError):
            rest(2, 3, wrong)


# --- leaving and coming back -------------------------------------------------------------------


def _running() -> tuple[League, list[LeagueEntry]]:
    """Four; the first has beaten the second, and two more rounds are published."""
    league = running_league(4)
    a, b, c, d = entries_of(league)
    round_with(league, (a, b), (c, d))
    round_with(league, (c, a), (b, d))
    round_with(league, (a, d), (b, c))
    decide(fixtures_of(league)[0], (3000, 1000))
    decide(fixtures_of(league)[4], (500, 3000), state=Fixture.State.ENTERED)
    return league, [a, b, c, d]


def test_withdrawing_with_forfeits_gives_the_opponents_what_was_not_played() -> None:
    league, (a, _b, c, _d) = _running()
    entry_withdraw(
        public_id=league.public_id,
        visitor=owner(league),
        entry_id=a.pk,
        remaining="forfeit",
        note="ill",
    )
    played, _other, to_play, _third, entered, _last = fixtures_of(league)
    assert played.result is not None
    assert played.result.points_first == 3000
    assert to_play.result is not None
    assert (to_play.state, to_play.result.kind, to_play.result.winner) == (
        "confirmed",
        "forfeit",
        "first",
    )
    assert (to_play.result.first_absent, to_play.result.second_absent) == (False, True)
    assert entered.state == "entered", "what somebody has entered was played"
    (event,) = events(league)
    assert event.before == {"status": "active", "annulled": False}
    assert event.after == {
        "status": "withdrawn",
        "annulled": False,
        "remaining": "forfeit",
        "matches": [to_play.public_id],
    }
    assert (event.note, event.entry) == ("ill", a.pk)
    assert event.consequences, "somebody has moved up"
    assert league_book(league=league).table().rows[0].competitor in (a.pk, c.pk)


def test_withdrawing_without_forfeits_calls_the_rest_off() -> None:
    league, (a, *_others) = _running()
    for _twice in range(2):
        entry_withdraw(
            public_id=league.public_id,
            visitor=owner(league),
            entry_id=a.pk,
            remaining="cancel",
        )
    assert [fixture.state for fixture in fixtures_of(league)][:3] == [
        "confirmed",
        "planned",
        "cancelled",
    ]
    assert len(events(league)) == 1


def test_two_who_are_both_gone_have_both_failed_to_come() -> None:
    league, (a, _b, c, _d) = _running()
    LeagueEntry.objects.filter(pk=c.pk).update(status="withdrawn")
    entry_withdraw(
        public_id=league.public_id, visitor=owner(league), entry_id=a.pk, remaining="forfeit"
    )
    both = fixtures_of(league)[2]
    assert both.result is not None
    assert (both.result.winner, both.result.first_absent, both.result.second_absent) == (
        "nobody",
        True,
        True,
    )


def test_disqualifying_with_annulment_makes_all_their_matches_count_for_nobody() -> None:
    league, (a, b, _c, _d) = _running()
    assert league_book(league=league).table().row(b.pk).losses == 1
    with pytest.raises(ValidationError) as refused:
        entry_disqualify(
            public_id=league.public_id, visitor=owner(league), entry_id=a.pk, annul=True, note=""
        )
    assert list(refused.value.message_dict) == ["note"]
    entry_disqualify(
        public_id=league.public_id, visitor=owner(league), entry_id=a.pk, annul=True, note="cheated"
    )
    assert fixtures_of(league)[2].state == "cancelled"
    a.refresh_from_db()
    assert (a.status, a.annulled) == ("disqualified", True)
    assert league_book(league=league).table().row(b.pk).losses == 0
    assert events(league)[0].after["annulled"] is True


def test_disqualifying_without_annulment_forfeits_the_rest() -> None:
    league, (a, *_others) = _running()
    entry_disqualify(
        public_id=league.public_id, visitor=owner(league), entry_id=a.pk, annul=False, note="late"
    )
    assert [fixture.state for fixture in fixtures_of(league)][:3] == [
        "confirmed",
        "planned",
        "confirmed",
    ]


def test_whoever_comes_back_plays_again_and_keeps_what_was_forfeited() -> None:
    league, (a, *_others) = _running()
    entry_withdraw(
        public_id=league.public_id, visitor=owner(league), entry_id=a.pk, remaining="forfeit"
    )
    for _twice in range(2):
        entry_return(public_id=league.public_id, visitor=owner(league), entry_id=a.pk)
    a.refresh_from_db()
    assert a.status == "active"
    assert fixtures_of(league)[2].state == "confirmed"
    assert [event.action for event in events(league)] == ["entry_withdrawn", "entry_returned"]
    assert events(league)[1].before["status"] == "withdrawn"


def test_before_the_start_nobody_withdraws() -> None:
    entry = LeagueEntryFactory.create()
    with pytest.raises(ValidationError, match="take them off the list"):
        entry_withdraw(
            public_id=entry.league.public_id,
            visitor=owner(entry.league),
            entry_id=entry.pk,
            remaining="forfeit",
        )
