"""What every change to a league does: lock it first, leave one entry in its log at the end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.messages import Message, message_to_json
from tournaments.league_access import (
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    LeagueVisitor,
    league_access,
)
from tournaments.league_acts import LeagueAct
from tournaments.live.notify import live_notify
from tournaments.live.topics import league_topic
from tournaments.models import Fixture, League, LeagueEntry, LeagueEvent, LeagueRound, User


class LeagueStaleError(Exception):
    """Somebody else has changed what this was made from; nothing was saved."""

    @property
    def sentence(self) -> str:
        return _(
            "Somebody else has changed this meanwhile, so nothing was saved. "
            "Look at how it stands now, then try again."
        )


def league_lock(*, public_id: str) -> League:
    """A league that nobody else changes until this transaction ends.

    It is locked before accounts, players and sheets: whoever needs both takes the league first.
    """
    rows = League.objects.select_related("owner", "rule_version__rule_set")
    locked = rows.select_for_update(of=("self",), no_key=True).filter(public_id=public_id).first()
    if locked is None:
        raise LeagueDeniedError(Denial.NO_LEAGUE)
    return locked


def visitor_hold(visitor: LeagueVisitor, *, others: Iterable[int] = ()) -> LeagueVisitor:
    """Whoever asks, as they are now and until this transaction ends: what they do is written down
    in their name, and an account that was erased a moment ago is nobody's. After the league.

    `others` are accounts that have to be held as well: all in one order, so that two who ask for
    each other's do not wait for each other.
    """
    asking = visitor.account.pk if visitor.account is not None else None
    wanted = {*others, *(() if asking is None else (asking,))}
    if not wanted:
        return visitor
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    held = {account.pk: account for account in rows}
    return visitor if asking is None else replace(visitor, account=held.get(asking))


def league_open(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    action: LeagueAction,
    holding: Callable[[League], Iterable[int]] = lambda _league: (),
) -> LeagueAccess:
    """The league, locked, for a visitor who may do this with it; else `LeagueDeniedError`.
    `holding` names accounts that are locked together with the visitor's."""
    league = league_lock(public_id=public_id)
    access = league_access(league=league, visitor=visitor_hold(visitor, others=holding(league)))
    access.require(action)
    return access


def revision_check(*, found: int, expected: int) -> None:
    """Refuse what was made from an older page."""
    if found != expected:
        raise LeagueStaleError


def league_note(
    *,
    access: LeagueAccess,
    action: LeagueAct,
    entry: LeagueEntry | None = None,
    other_entry: LeagueEntry | None = None,
    round: LeagueRound | int | None = None,  # noqa: A002 - the name of the column
    fixture: Fixture | None = None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    consequences: Sequence[Message] = (),
    note: str = "",
) -> LeagueEvent:
    """Write into the log who did what, move the league on by one revision, and wake its pages."""
    league = access.league
    league.revision += 1
    league.save(update_fields=["revision"])
    event = LeagueEvent.objects.create(
        league=league,
        revision=league.revision,
        action=action,
        by=access.account,
        role=access.role,
        entry=entry.pk if entry is not None else None,
        other_entry=other_entry.pk if other_entry is not None else None,
        round=round.number if isinstance(round, LeagueRound) else round,
        fixture=fixture.public_id if fixture is not None else "",
        before=dict(before or {}),
        after=dict(after or {}),
        consequences=[message_to_json(one) for one in consequences],
        note=note,
    )
    live_notify(league_topic(league.public_id))
    return event
