"""The permissions matrix: role x action x how the league stands x how the match stands.

The table below is written out by hand from what was decided, in letters, and knows nothing of the
code's own: where they differ, one of the two is wrong.
"""

from itertools import product

import pytest

from tests.factories import LeagueFactory, running_league
from tests.tournaments.leagues.kit import (
    decide,
    entries_of,
    fixtures_of,
    link_holder,
    official,
    round_with,
)
from tests.tournaments.leagues.kit import owner as owner_of
from tournaments.league_access import (
    SERVICE,
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    LeagueRole,
    LeagueVisitor,
    league_access,
)
from tournaments.models import Fixture, League, LeagueLink

ROLES = {
    "o": LeagueRole.OWNER,
    "c": LeagueRole.CO_ORGANIZER,
    "s": LeagueRole.SCORER,
    "l": LeagueRole.LINK_SCORER,
    "m": LeagueRole.MATCH_PLAYER,
    "p": LeagueRole.PLAYER,
    "a": LeagueRole.APPLICANT,
    "v": LeagueRole.VISITOR,
    "x": LeagueRole.SERVICE,
}
# For a public league of bots (so that the house itself may do what it may at all) in which players
# may enter scores. Columns: being prepared, under way, finished, called off.
MATRIX = """
    read              ocslmpa    ocslmpav  ocslmpav  ocslmpav
    read_drafts       oc         oc        oc        oc
    edit_settings     oc         oc        -         -
    manage_officials  o          o         o         -
    call_off          o          o         -         -
    manage_entries    oc         oc        -         -
    manage_links      oc         oc        -         -
    apply             ocslmpa    ocslmpa   -         -
    start             oc         -         -         -
    draw              -          ocx       -         -
    finish            -          ocx       -         -
    reopen            -          -         ocx       -
    adjust            -          oc        -         -
    enter_result      -          ocslm     -         -
    write_sheet       -          ocslm     -         -
    answer_result     -          m         -         -
    decide            -          oc        -         -
"""
# Which states of a match an action about it is for: Planned, pLaying, pOstponed, Entered,
# Disputed, Confirmed, cancelled (X). All others are for every state.
MATCHES = {"enter_result": "PLOE", "write_sheet": "PLOEC", "answer_result": "ED"}
FIXTURES = {
    "P": Fixture.State.PLANNED,
    "L": Fixture.State.PLAYING,
    "O": Fixture.State.POSTPONED,
    "E": Fixture.State.ENTERED,
    "D": Fixture.State.DISPUTED,
    "C": Fixture.State.CONFIRMED,
    "X": Fixture.State.CANCELLED,
}
STATES = (
    League.State.DRAFT,
    League.State.RUNNING,
    League.State.FINISHED,
    League.State.CANCELLED,
)


def _written_down() -> dict[tuple[str, League.State], frozenset[LeagueRole]]:
    cells = {}
    for line in MATRIX.strip().splitlines():
        action, *columns = line.split()
        for state, letters in zip(STATES, columns, strict=True):
            cells[action, state] = frozenset(ROLES[one] for one in letters if one != "-")
    return cells


WRITTEN_DOWN = _written_down()


def _access(
    role: LeagueRole, state: str, match: str | None, league: League | None = None
) -> LeagueAccess:
    league = league or League(competitors="bot", visibility="public", score_entry="players")
    league.state = state
    fixture = Fixture(state=match) if match is not None else None
    return LeagueAccess(league, frozenset({role}), fixture)


def test_the_matrix_names_every_action_once() -> None:
    assert len(MATRIX.strip().splitlines()) == len(LeagueAction)
    assert {action for action, _state in WRITTEN_DOWN} == set(LeagueAction)
    assert set(ROLES.values()) == set(LeagueRole)
    assert set(FIXTURES.values()) == set(Fixture.State)


@pytest.mark.parametrize(("action", "state"), WRITTEN_DOWN)
def test_every_role_may_what_is_written_down_and_nothing_else(
    action: str, state: League.State
) -> None:
    for role, (letter, match) in product(LeagueRole, FIXTURES.items()):
        expected = role in WRITTEN_DOWN[action, state]
        if action in MATCHES:
            expected = expected and letter in MATCHES[action]
        access = _access(role, state, match)
        assert access.may(LeagueAction(action)) is expected, (role, match)
        if expected and role is not LeagueRole.SERVICE:
            access.require(LeagueAction(action))
        elif not expected:
            with pytest.raises(LeagueDeniedError):
                access.require(LeagueAction(action))


def test_the_house_draws_and_finishes_nothing_of_people() -> None:
    people = League(competitors="person", visibility="public", score_entry="players")
    for action in LeagueAction:
        assert not _access(LeagueRole.SERVICE, "running", None, people).may(action)


READERS = {
    # being prepared, and otherwise
    "public": ("ocslmpa", "ocslmpav"),
    "link": ("ocslmpa", "ocslmpav"),
    "private": ("ocslmpa", "ocslmpa"),
}


@pytest.mark.parametrize(("visibility", "state"), [*product(READERS, STATES)])
def test_who_may_read(visibility: str, state: League.State) -> None:
    letters = READERS[visibility][state != League.State.DRAFT]
    for letter, role in ROLES.items():
        league = League(competitors="person", visibility=visibility, score_entry="players")
        access = _access(role, state, None, league)
        assert access.may(LeagueAction.READ) is (letter in letters), role


WRITERS = {"players": "ocslm", "officials": "ocsl", "organizers": "oc"}


@pytest.mark.parametrize("score_entry", WRITERS)
def test_who_may_enter_scores(score_entry: str) -> None:
    for letter, role in ROLES.items():
        league = League(competitors="person", visibility="public", score_entry=score_entry)
        access = _access(role, "running", "planned", league)
        for action in (LeagueAction.ENTER_RESULT, LeagueAction.WRITE_SHEET):
            assert access.may(action) is (letter in WRITERS[score_entry]), role


@pytest.mark.parametrize(
    ("role", "action", "state", "match", "denial"),
    [
        ("v", "read", "draft", None, Denial.NO_LEAGUE),
        ("v", "draw", "running", None, Denial.NOT_YOURS),
        ("s", "decide", "running", "disputed", Denial.NOT_YOURS),
        ("o", "draw", "draft", None, Denial.WRONG_TIME),
        ("c", "start", "running", None, Denial.WRONG_TIME),
        ("m", "enter_result", "running", "confirmed", Denial.MATCH_DECIDED),
    ],
)
def test_a_refusal_says_why(
    role: str, action: str, state: str, match: str | None, denial: Denial
) -> None:
    with pytest.raises(LeagueDeniedError) as refused:
        _access(ROLES[role], state, match).require(LeagueAction(action))
    assert refused.value.denial is denial
    assert refused.value.sentence.endswith(".")


# --- what a visitor is -------------------------------------------------------------------------


def _roles(league: League, visitor: LeagueVisitor, fixture: Fixture | None = None) -> set[str]:
    return set(league_access(league=league, visitor=visitor, fixture=fixture).roles)


@pytest.mark.django_db
def test_roles_are_found_from_rows() -> None:
    league = running_league(4, accounts=True)
    a, b, c, d = entries_of(league)
    round_with(league, (a, b), (c, d))
    here, elsewhere = fixtures_of(league)
    assert _roles(league, LeagueVisitor()) == {"visitor"}
    assert _roles(league, owner_of(league)) == {"owner", "visitor"}
    assert _roles(league, official(league, "co_organizer")) == {"co_organizer", "visitor"}
    assert _roles(league, official(league, "scorer")) == {"scorer", "visitor"}
    player = a.competitor.player
    assert player is not None
    itself = LeagueVisitor(player.account)
    assert _roles(league, itself, here) == {"match_player", "player", "visitor"}
    assert _roles(league, itself, elsewhere) == {"player", "visitor"}
    assert league_access(league=league, visitor=itself, fixture=here).sides == {0}
    assert _roles(league, SERVICE) == {"service"}


@pytest.mark.django_db
def test_links_open_what_they_are_for_and_die_when_they_are_switched_off() -> None:
    league = running_league(4)
    a, b, c, d = entries_of(league)
    round_with(league, (a, b), (c, d))
    round_with(league, (a, c), (b, d))
    here, beside, later, _last = fixtures_of(league)
    join = link_holder(league)
    of_round = link_holder(league, kind=LeagueLink.Kind.ROUND, round=1)
    of_match = link_holder(league, kind=LeagueLink.Kind.FIXTURE, fixture=here.public_id)
    assert _roles(league, join, here) == {"applicant", "visitor"}
    assert [_roles(league, of_round, one) >= {"link_scorer"} for one in (here, beside, later)] == [
        True,
        True,
        False,
    ]
    assert [_roles(league, of_match, one) >= {"link_scorer"} for one in (here, beside)] == [
        True,
        False,
    ]
    link_holder(league, kind=LeagueLink.Kind.FIXTURE, fixture=here.public_id)
    access = league_access(league=league, visitor=of_match, fixture=here)
    assert set(access.roles) == {LeagueRole.VISITOR}
    assert access.link_was_revoked
    with pytest.raises(LeagueDeniedError) as refused:
        access.require(LeagueAction.ENTER_RESULT)
    assert refused.value.denial is Denial.REVOKED


@pytest.mark.django_db
def test_whoever_has_another_role_is_not_told_of_a_revoked_link() -> None:
    league = running_league(2)
    round_with(league, (entries_of(league)[0], entries_of(league)[1]))
    old = link_holder(league, kind=LeagueLink.Kind.ROUND, round=1).link_ids
    link_holder(league, kind=LeagueLink.Kind.ROUND, round=1)  # revokes the one before
    for who, denial in (
        (LeagueVisitor(link_ids=old), Denial.REVOKED),
        (LeagueVisitor(league.owner, old), Denial.WRONG_TIME),
        (LeagueVisitor(official(league, "scorer").account, old), Denial.NOT_YOURS),
    ):
        with pytest.raises(LeagueDeniedError) as refused:
            league_access(league=league, visitor=who).require(LeagueAction.START)
        assert refused.value.denial is denial


@pytest.mark.django_db
def test_with_a_link_for_one_match_the_others_of_a_private_league_are_read() -> None:
    league = running_league(4, visibility=League.Visibility.PRIVATE)
    a, b, c, d = entries_of(league)
    round_with(league, (a, b), (c, d))
    here, beside = fixtures_of(league)
    holder = link_holder(league, kind=LeagueLink.Kind.FIXTURE, fixture=here.public_id)
    for fixture, who, denial in (
        (beside, holder, Denial.NOT_YOURS),
        (beside, LeagueVisitor(), Denial.NO_LEAGUE),
    ):
        access = league_access(league=league, visitor=who, fixture=fixture)
        assert access.may(LeagueAction.READ) is (denial is Denial.NOT_YOURS)
        with pytest.raises(LeagueDeniedError) as refused:
            access.require(LeagueAction.ENTER_RESULT)
        assert refused.value.denial is denial


@pytest.mark.django_db
def test_links_of_another_league_open_nothing() -> None:
    league, other = LeagueFactory.create(), LeagueFactory.create()
    assert _roles(league, link_holder(other)) == {"visitor"}


@pytest.mark.django_db
def test_whoever_is_suspended_is_a_visitor() -> None:
    league = running_league(2, accounts=True)
    assert league.owner is not None
    league.owner.is_active = False
    assert _roles(league, owner_of(league)) == {"visitor"}


@pytest.mark.django_db
def test_a_bots_author_plays_its_matches() -> None:
    league = running_league(2, game="durak", competitors="bot")
    first, second = entries_of(league)
    round_with(league, (first, second))
    decide(fixtures_of(league)[0], (1, 0))
    author = LeagueVisitor(first.competitor.bot.owner)
    found = league_access(league=league, visitor=author, fixture=fixtures_of(league)[0])
    assert LeagueRole.MATCH_PLAYER in found.roles
    assert set(found.sides) == {0}
