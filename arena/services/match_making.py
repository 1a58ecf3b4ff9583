"""Matches come into being: pinned versions, pinned rules, a deal set and a commitment to it."""

import secrets
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from arena.games.deal_set import usual_rotations
from arena.games.errors import RulesRefused
from arena.games.interface import AnyRules
from arena.games.registry import rules as rules_named
from arena.games.shuffle import commitment
from arena.models import AbTest, BotVersion, Match, MatchParticipant
from arena.selectors.bots import version_may_be_rated
from arena.selectors.ladder_field import author_at_tables
from arena.selectors.match_queue import expected_seconds
from arena.services.match_orders import matches_dispatch_soon
from arena.services.match_steps import match_note
from arena.wire.match_spec import SEED_BYTES, most_boards
from scoring.matchmaking import TABLE_OF_MANY
from tournaments.models import Fixture, Ladder, User


@transaction.atomic
def match_create(
    *,
    kind: str,
    profile: str,
    versions: Sequence[BotVersion],
    boards: int,
    games_per_board: int = 1,
    players: int | None = None,
    ladder: Ladder | None = None,
    ab_test: AbTest | None = None,
    fixture: Fixture | None = None,
    requested_by: User | None = None,
) -> Match:
    """Put a match into the queue: one version for each side, which plays all seats of it. It is
    rated if it is for a ladder, whose rules it must have."""
    options = {}
    if ladder is not None:
        _check_ladder(ladder, profile, players)
        players, options = ladder.players, ladder.options
    rules = _rules(profile, players, options)
    sides = sorted(set(rules.teams))
    _check_size(len(sides), len(versions), boards, most_boards(rules, games_per_board))
    for version in versions:
        _check_version(version, profile)
    if ladder is not None:
        _check_rated(rules, versions)
        _check_authors(versions)
    rotations = len(usual_rotations(rules))
    seed = secrets.token_bytes(SEED_BYTES)
    match = Match.objects.create(
        kind=kind,
        rated=ladder is not None,
        ladder=ladder,
        ab_test=ab_test,
        fixture=fixture,
        requested_by=requested_by,
        profile=profile,
        rules=rules.to_json(),
        boards=boards,
        games_per_board=games_per_board,
        rotations=rotations,
        cost=expected_seconds(
            profile=profile,
            boards_in_all=boards * rotations,
            games_per_board=games_per_board,
            rotations=rotations,
        ),
        seed=seed.hex(),
        commitment=commitment(seed),
    )
    by_side = dict(zip(sides, versions, strict=True))
    MatchParticipant.objects.bulk_create(
        MatchParticipant(match=match, place=place, side=sides.index(team), version=by_side[team])
        for place, team in enumerate(rules.teams)
    )
    match_note(match=match, before="")
    matches_dispatch_soon()
    return match


def match_sides(*, profile: str, players: int | None = None) -> int:
    """How many bots a match by these rules needs."""
    return len(set(_rules(profile, players).teams))


def _rules(
    profile: str, players: int | None, options: Mapping[str, object] | None = None
) -> AnyRules:
    try:
        return rules_named(profile, players, **(options or {}))
    except RulesRefused as refused:
        raise ValidationError(str(refused), code="rules") from refused


def _check_ladder(ladder: Ladder, profile: str, players: int | None) -> None:
    if ladder.hosting != Ladder.Hosting.BOTS or not ladder.is_open:
        raise ValidationError(_("This ladder takes no matches of bots."), code="ladder")
    if ladder.profile != profile or players not in (None, ladder.players):
        raise ValidationError(_("This ladder is for other rules."), code="ladder")


def _check_size(sides: int, versions: int, boards: int, most: int) -> None:
    if versions != sides:
        raise ValidationError(
            _("A match by these rules needs %(sides)d bots.") % {"sides": sides}, code="sides"
        )
    if not 1 <= boards <= most:
        raise ValidationError(_("Ask for 1 to %(most)d boards.") % {"most": most}, code="boards")


def _check_version(version: BotVersion, profile: str) -> None:
    if version.state != BotVersion.State.VALID:
        raise ValidationError(
            _("%(version)s has not passed its check.") % {"version": version}, code="invalid"
        )
    if profile not in version.profiles:
        raise ValidationError(
            _("%(version)s does not play by these rules.") % {"version": version}, code="profile"
        )


def _check_rated(rules: AnyRules, versions: Sequence[BotVersion]) -> None:
    if not rules.rated:
        raise ValidationError(_("Games by these rules are never rated."), code="unrated")
    for version in versions:
        if not version_may_be_rated(version=version):
            raise ValidationError(
                _("%(version)s was not checked in a sandbox: nothing it plays is rated.")
                % {"version": version},
                code="unrated",
            )


def _check_authors(versions: Sequence[BotVersion]) -> None:
    """At a table of several, two of one author could play into each other's hands."""
    if len(versions) < TABLE_OF_MANY:
        return
    bots = [version.bot for version in versions]
    authors = {
        author_at_tables(bot=bot.pk, owner=bot.owner_id, email=bot.owner.email if bot.owner else "")
        for bot in bots
    }
    if len(authors) < len(bots):
        raise ValidationError(
            _(
                "Bots of one author never sit together at a rated table of three or more: choose "
                "others."
            ),
            code="authors",
        )
