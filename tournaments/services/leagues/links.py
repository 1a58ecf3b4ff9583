"""Links of a league: to ask for a place in it, or to enter the scores of one round or one match."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, League, LeagueLink, LeagueRound
from tournaments.sealing import seal
from tournaments.selectors.league_links import fixtures_for_links, rounds_for_links
from tournaments.services.leagues.common import league_note, league_open
from tournaments.sheet_visitors import token_create, token_hash

Kind = LeagueLink.Kind


@transaction.atomic
def link_make(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    kind: str,
    round: int | None = None,  # noqa: A002 - the name of the column
    fixture: str = "",
) -> LeagueLink:
    """A new link; an older one for the same is switched off. `round` is its number, `fixture` its
    public id."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_LINKS)
    league = access.league
    if kind not in Kind.values:
        raise ValidationError({"kind": _("Choose one of these.")})
    of_round = _round(league, round) if kind == Kind.ROUND else None
    of_fixture = _fixture(league, fixture) if kind == Kind.FIXTURE else None
    older = league.links.filter(kind=kind, round=of_round, fixture=of_fixture, revoked_at=None)
    before = list(older.values_list("pk", flat=True))
    older.update(revoked_at=timezone.now())
    token = token_create()
    link = LeagueLink.objects.create(
        league=league,
        kind=kind,
        round=of_round,
        fixture=of_fixture,
        token_hash=token_hash(token),
        token_sealed=seal(token),
        created_by=access.account,
    )
    league_note(
        access=access,
        action=LeagueAct.LINK_MADE,
        round=of_round,
        fixture=of_fixture,
        before={"links": before},
        after={"links": [link.pk], "kind": kind},
    )
    return link


@transaction.atomic
def link_revoke(*, public_id: str, visitor: LeagueVisitor, link_id: int) -> None:
    """Switch a link off, at once; one that is off stays so."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_LINKS)
    links = access.league.links.select_related("round", "fixture")
    link = links.filter(pk=link_id, revoked_at=None).first()
    if link is None:
        return
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    league_note(
        access=access,
        action=LeagueAct.LINK_REVOKED,
        round=link.round,
        fixture=link.fixture,
        before={"links": [link.pk], "kind": link.kind},
        after={"links": []},
    )


def _round(league: League, number: int | None) -> LeagueRound:
    found = next((one for one in rounds_for_links(league=league) if one.number == number), None)
    if found is None:
        raise ValidationError({"round": _("Choose a round that people still play.")})
    return found


def _fixture(league: League, public_id: str) -> Fixture:
    found = fixtures_for_links(league=league).filter(public_id=public_id).first()
    if found is None:
        raise ValidationError({"fixture": _("Choose a match that people still play.")})
    return found
