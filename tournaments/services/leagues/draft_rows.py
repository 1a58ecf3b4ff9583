"""Drafts of rounds as rows: made by the draw, or put in their place by hand."""

from collections.abc import Sequence

from scoring.league import DraftBye, DraftPairing, DraftRound
from scoring.messages import Message, message_from_json, message_to_json
from tournaments.models import Fixture, League, LeagueBye, LeagueRound


def round_write(*, league: League, draft: DraftRound) -> LeagueRound:
    """A new round, for organizers only until it is published."""
    made = LeagueRound.objects.create(league=league, number=draft.number, stage=draft.stage)
    fixtures_write(league=league, row=made, pairings=draft.pairings, by_hand=frozenset())
    byes_write(row=made, byes=draft.byes)
    return made


def fixtures_write(
    *,
    league: League,
    row: LeagueRound,
    pairings: Sequence[DraftPairing],
    by_hand: frozenset[frozenset[int]],
) -> None:
    """The matches of a draft, in order of place, in the place of what it had. Two whose match was
    called off, before the round was taken back, do not play it after all."""
    off = {pair_of(one) for one in row.fixtures.filter(state=Fixture.State.CANCELLED)}
    row.fixtures.all().delete()
    Fixture.objects.bulk_create(
        Fixture(
            league=league,
            round=row,
            place=place,
            table=table_at(league=league, place=place),
            first_id=pairing.first,
            second_id=pairing.second,
            bracket_match=pairing.bracket_match,
            by_hand=pairing.both in by_hand,
            reasons=_kept(pairing.reasons),
            downfloater_id=pairing.downfloater,
            state=Fixture.State.CANCELLED if pairing.both in off else Fixture.State.PLANNED,
        )
        for place, pairing in enumerate(pairings, start=1)
    )


def byes_write(*, row: LeagueRound, byes: Sequence[DraftBye]) -> None:
    """Who has no opponent, in the place of what the draft had."""
    row.byes.all().delete()
    LeagueBye.objects.bulk_create(
        LeagueBye(
            round=row, entry_id=bye.entry, asked_for=bye.asked_for, reasons=_kept(bye.reasons)
        )
        for bye in byes
    )


def table_at(*, league: League, place: int) -> int:
    """Tables in order of place; who comes after the last one waits for a table, and bots need
    none."""
    if league.is_of_bots:
        return 0
    return place if not league.tables or place <= league.tables else 0


def pair_of(fixture: Fixture) -> frozenset[int]:
    """The two who meet, wherever they sit."""
    return frozenset((fixture.first_id, fixture.second_id))


def reasons_of(fixture: Fixture) -> tuple[Message, ...]:
    """Why these two, as it was said when they were drawn."""
    return tuple(message_from_json(kept) for kept in fixture.reasons)


def _kept(reasons: Sequence[Message]) -> list[object]:
    return [message_to_json(reason) for reason in reasons]
