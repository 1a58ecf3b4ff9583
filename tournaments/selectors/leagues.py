"""Leagues, as pages and services look for them, and their books: rows become the kernel's values.

A book is read with the same number of queries however large the league is.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from django.core.cache import cache
from django.db.models import Q, QuerySet

from scoring.league import Entrant, Format, LeagueBook, Meeting, Rest, Stage, Terms
from scoring.standings import Adjustment, Forfeit, Played, PointsScheme, Standings, Status
from tournaments.bot_directory import bot_directory
from tournaments.models import (
    Fixture,
    FixtureResult,
    League,
    LeagueAdjustment,
    LeagueBye,
    LeagueEntry,
    LeagueRound,
    User,
)

_STANDINGS_KEPT_SECONDS: Final = 24 * 3600
_STANDINGS_FORM: Final = 1
"""Goes up when the kernel's values change their form, so that no older ones are read."""

_Winner = FixtureResult.Winner


def league_find(*, public_id: str) -> League | None:
    """By its address."""
    rows = League.objects.select_related("owner", "rule_version__rule_set")
    return rows.filter(public_id=public_id).first()


def leagues_public() -> QuerySet[League]:
    """Those that are listed for everybody, the newest first."""
    listed = League.objects.filter(visibility=League.Visibility.PUBLIC)
    return listed.exclude(state=League.State.DRAFT).order_by("-created_at", "-pk")


def leagues_of_account(*, account: User) -> QuerySet[League]:
    """Those that an account organizes, scores or plays in, itself or with its bots."""
    entries = LeagueEntry.objects.filter(
        Q(competitor__player__account=account)
        | Q(competitor__pair__first__account=account)
        | Q(competitor__pair__second__account=account)
        | Q(competitor__in=bot_directory().competitors_of(account=account))
    )
    return League.objects.filter(
        Q(owner=account)
        | Q(pk__in=account.league_offices.values("league"))
        | Q(pk__in=entries.values("league"))
    ).order_by("-created_at", "-pk")


def league_terms(*, league: League) -> Terms:
    """What was agreed, as the kernel reads it. A round that somebody asked to sit out is worth
    nothing, and if neither side comes both have failed to."""
    return Terms(
        format=Format(league.format),
        scheme=PointsScheme(
            win=league.points_win,
            draw=league.points_draw,
            loss=league.points_loss,
            bye=league.points_bye,
            rest=0,
            forfeit_win=league.points_forfeit_win,
            forfeit_loss=league.points_forfeit_loss,
            double_forfeit=league.points_forfeit_loss,
        ),
        tie_breaks=tuple(league.tie_breaks),
        rounds=league.rounds_planned,
        groups=league.groups,
        qualifiers=league.qualifiers,
        third_place=league.third_place,
    )


def league_book(*, league: League, drafts: bool = False) -> LeagueBook:
    """Everything that counts in a league: four queries. `drafts` takes in the rounds that are not
    published, for whoever draws the next ones."""
    states: Sequence[str] = LeagueRound.State.values if drafts else [LeagueRound.State.PUBLISHED]
    meetings = tuple(_meetings(league, states))
    is_bracket_drawn = any(meeting.bracket_match is not None for meeting in meetings)
    return LeagueBook(
        terms=league_terms(league=league),
        entrants=tuple(_entrants(league)),
        meetings=meetings,
        rests=tuple(_rests(league, states)),
        adjustments=tuple(_adjustments(league)),
        play_off_seeds=tuple(league.play_off_seeds) if is_bracket_drawn else (),
    )


def league_standings(*, league: League) -> dict[int | None, Standings]:
    """The tables of the published rounds, as `LeagueBook.tables`: worked out once for each revision
    of the league. Not for services, which ask before their revision is anybody's."""
    key = f"league-standings:{_STANDINGS_FORM}:{league.pk}:{league.revision}"
    kept: dict[int | None, Standings] | None = cache.get(key)
    if kept is None:
        kept = league_book(league=league).tables()
        cache.set(key, kept, timeout=_STANDINGS_KEPT_SECONDS)
    return kept


def _entrants(league: League) -> Iterator[Entrant]:
    rows = LeagueEntry.objects.filter(league=league).order_by("seed", "pk")
    for pk, seed, status, annulled, group, joined, rests in rows.values_list(
        "pk", "seed", "status", "annulled", "group", "joined_round", "rests"
    ):
        yield Entrant(
            entry=pk,
            seed=seed,
            status=_status(status, annulled=annulled),
            group=group,
            joined=joined,
            rests=frozenset(rests),
        )


def _status(status: str, *, annulled: bool) -> Status:
    if annulled:
        return Status.ANNULLED
    return Status.ACTIVE if status == LeagueEntry.Status.ACTIVE else Status.WITHDRAWN


def _meetings(league: League, states: Sequence[str]) -> Iterator[Meeting]:
    rows = Fixture.objects.filter(league=league, round__state__in=states)
    for (
        pk, number, stage, first, second, state, bracket_match, downfloater, kind, winner,
        points_first, points_second, first_absent, second_absent,
    ) in rows.order_by("round__number", "place").values_list(
        "pk", "round__number", "round__stage", "first", "second", "state", "bracket_match",
        "downfloater", "result__kind", "result__winner", "result__points_first",
        "result__points_second", "result__first_absent", "result__second_absent",
    ):  # fmt: skip
        result: Played | Forfeit | None = None
        if state != Fixture.State.CONFIRMED or kind == FixtureResult.Kind.WITHDRAWN:
            result = None
        elif kind == FixtureResult.Kind.FORFEIT:
            sides = ((first, first_absent), (second, second_absent))
            result = Forfeit(first, second, frozenset(one for one, absent in sides if absent))
        else:
            who = {_Winner.FIRST: first, _Winner.SECOND: second}.get(_Winner(winner))
            result = Played(first, second, who, points_first, points_second)
        yield Meeting(
            id=pk,
            round=number,
            stage=Stage(stage),
            first=first,
            second=second,
            result=result,
            is_off=state == Fixture.State.CANCELLED,
            is_postponed=state == Fixture.State.POSTPONED,
            bracket_match=bracket_match,
            downfloater=downfloater,
        )


def _rests(league: League, states: Sequence[str]) -> Iterator[Rest]:
    rows = LeagueBye.objects.filter(round__league=league, round__state__in=states)
    for number, entry, asked_for in rows.values_list("round__number", "entry", "asked_for"):
        yield Rest(round=number, entry=entry, asked_for=asked_for)


def _adjustments(league: League) -> Iterator[Adjustment]:
    rows = LeagueAdjustment.objects.filter(league=league, cancelled_at=None)
    for entry, points, reason in rows.values_list("entry", "points", "reason"):
        yield Adjustment(entry, points, reason)
