"""Drafts changed by hand. Conflicts are shown (`selectors.league_drafts`), not forbidden, but for
what cannot be: the same entry twice in a round, entries of other leagues, and a bracket in which
others go on than those who won."""

from collections import Counter
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.league import DraftBye, DraftPairing, LeagueBook
from scoring.league.words import say
from scoring.messages import Who, message_from_json
from scoring.pairing.common import reason
from tournaments.league_access import LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import League, LeagueRound
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.bracket_edits import bracket_rearranged
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.draft_rows import (
    byes_write,
    fixtures_write,
    pair_of,
    reasons_of,
)
from tournaments.services.leagues.freshness import plans_check_fresh

Pair = tuple[int, int]


@transaction.atomic
def round_edit(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    number: int,
    pairings: Sequence[Pair],
    byes: Sequence[int],
    revision: int,
) -> LeagueRound:
    """Let these meet in a draft, the first sitting first, in this order of tables; `byes` have no
    opponent. Whoever is in neither simply does not play. `revision` is the one that the page was
    made from."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.DRAW)
    league = access.league
    plans_check_fresh(league=league, revision=revision)
    row = league.rounds.filter(number=number, state=LeagueRound.State.DRAFT).first()
    if row is None:
        raise ValidationError(
            _("There is no draft of round %(number)d.") % {"number": number}, code="no_draft"
        )
    edit = _Edit(league, row, pairings, byes)
    before, after = edit.before(), edit.after()
    edit.save()
    league_note(access=access, action=LeagueAct.ROUND_EDITED, round=row, before=before, after=after)
    return row


class _Edit:
    """A draft, and what it shall be."""

    def __init__(
        self, league: League, row: LeagueRound, pairings: Sequence[Pair], byes: Sequence[int]
    ) -> None:
        self._league, self._row = league, row
        self._pairings, self._byes = list(pairings), list(byes)
        self._entries = {entry.pk: entry for entry in league.entries.all()}
        self._old = list(row.fixtures.order_by("place"))
        self._old_byes = {bye.entry_id: bye for bye in row.byes.all()}
        self._check()

    def before(self) -> dict[str, object]:
        return {
            "pairings": [[fixture.first_id, fixture.second_id] for fixture in self._old],
            "byes": sorted(self._old_byes),
        }

    def after(self) -> dict[str, object]:
        return {"pairings": [list(pair) for pair in self._pairings], "byes": sorted(self._byes)}

    def save(self) -> None:
        book = league_book(league=self._league, drafts=True)
        if any(fixture.bracket_match is not None for fixture in self._old):
            made = bracket_rearranged(
                league=self._league, book=book, fixtures=self._old, pairings=self._pairings,
                byes=self._byes,
            )  # fmt: skip
        else:
            made = self._freely(book)
        drawn = {pair_of(fixture) for fixture in self._old if not fixture.by_hand}
        by_hand = frozenset(one.both for one in made if one.both not in drawn)
        fixtures_write(league=self._league, row=self._row, pairings=made, by_hand=by_hand)
        byes_write(row=self._row, byes=[self._bye(entry) for entry in self._byes])

    def _check(self) -> None:
        named = Counter([*(one for pair in self._pairings for one in pair), *self._byes])
        if named.keys() - self._entries.keys():
            raise ValidationError(_("Somebody here is not entered."), code="not_entered")
        if named and max(named.values()) > 1:
            raise ValidationError(_("Somebody is in this round twice."), code="twice")

    def _freely(self, book: LeagueBook) -> list[DraftPairing]:
        """Two who met in the draft keep their reasons, even with seats exchanged."""
        old = {pair_of(fixture): fixture for fixture in self._old}
        made = []
        for first, second in self._pairings:
            fixture = old.get(frozenset((first, second)))
            if fixture is not None and fixture.first_id == first:
                reasons = reasons_of(fixture)
            elif fixture is not None:
                by_hand = reason("swiss.seat_by_hand", first=Who(first))
                others = [why for why in reasons_of(fixture) if "seat" not in why.code]
                reasons = (*others, by_hand)
            else:
                reasons = (reason("swiss.manual", a=Who(first), b=Who(second)),)
            down = book.downfloater(first, second)
            made.append(DraftPairing(first=first, second=second, reasons=reasons, downfloater=down))
        return made

    def _bye(self, entry: int) -> DraftBye:
        old = self._old_byes.get(entry)
        if old is not None:
            reasons = tuple(message_from_json(kept) for kept in old.reasons)
            return DraftBye(entry=entry, asked_for=old.asked_for, reasons=reasons)
        if self._row.number in self._entries[entry].rests:
            why = say("league.rest_asked", who=Who(entry))
            return DraftBye(entry=entry, asked_for=True, reasons=(why,))
        return DraftBye(entry=entry, reasons=(reason("swiss.bye_by_hand", who=Who(entry)),))
