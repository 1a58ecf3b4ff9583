"""What the rows of a list of entries are: new, known, entered already, doubtful or wrong, each with
a sentence. Nothing is saved here."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.league_csv import CsvRow
from tournaments.league_similar import SimilarNames
from tournaments.models import Competitor
from tournaments.names import clean_display_name, names_joined
from tournaments.services.leagues.competing import Known, bot_found, name_check, name_key

_SEED_MAX: Final = 99_999


class Verdict(StrEnum):
    """What a row is."""

    NEW = "new"
    """Somebody in it is not known yet and becomes a guest."""
    KNOWN = "known"
    ALREADY = "already"
    """Entered before, or named further up."""
    DOUBTFUL = "doubtful"
    """Written almost as somebody who is known; the organizer says who is meant."""
    WRONG = "wrong"


class Choice(StrEnum):
    """What the organizer says to a doubtful row."""

    SKIP = "skip"
    AS_WRITTEN = "as_written"
    SIMILAR = "similar"
    """It is the one whose name is almost the same."""


@dataclass(frozen=True)
class ImportRow:
    """A row, and what would become of it."""

    line: int
    names: tuple[str, ...]
    seed: int | None
    verdict: Verdict
    sentence: str
    similar: tuple[str, ...] = ()
    """The names that may be meant, if there is a doubt."""
    choice: str = Choice.SKIP
    """What the organizer has said to it."""

    @property
    def enters(self) -> bool:
        return self.verdict in (Verdict.NEW, Verdict.KNOWN)


def judge_of(known: Known) -> "Judge":
    """Whoever can judge the rows of this league."""
    return BotJudge(known) if known.league.is_of_bots else PeopleJudge(known)


class Judge(ABC):
    """What the rows of one list are; later ones are compared with earlier ones."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.bots: dict[int, Competitor] = {}

    def judge(self, row: CsvRow, choice: str) -> ImportRow:
        """What becomes of a row, if this is said to it in case of doubt."""
        blank = ImportRow(row.line, self._names(row), None, Verdict.WRONG, "")
        if row.seed and not (row.seed.isascii() and row.seed.isdecimal()):
            return replace(blank, sentence=_("A seed is a number, such as 1."))
        if row.seed and not 1 <= int(row.seed) <= _SEED_MAX:
            return replace(blank, sentence=_("A seed is a number, such as 1."))
        seed = int(row.seed) if row.seed else None
        return self._judge(replace(blank, seed=seed), choice)

    def _names(self, row: CsvRow) -> tuple[str, ...]:
        return tuple(name for name in (clean_display_name(row.name),) if name)

    @abstractmethod
    def _judge(self, row: ImportRow, choice: str) -> ImportRow:
        """A row whose seed is right."""


class PeopleJudge(Judge):
    """Names of people, one in a row or two."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self._similar = SimilarNames(known.names)
        self._seen: dict[str, ImportRow] = {}
        self._seats = 2 if known.league.competitors == Competitor.Kind.PAIR else 1

    def _names(self, row: CsvRow) -> tuple[str, ...]:
        names = (clean_display_name(row.name), clean_display_name(row.partner))
        return tuple(name for name in names if name)

    def _judge(self, row: ImportRow, choice: str) -> ImportRow:
        fault = self._fault(row)
        if fault is not None:
            return replace(row, sentence=fault)
        similar = tuple(self._meant(name) for name in row.names)
        if similar != row.names:
            row = replace(row, similar=similar, choice=choice)
            if choice == Choice.SIMILAR:
                row = replace(row, names=similar)
            elif choice != Choice.AS_WRITTEN:
                sentence = _("Is this %(name)s? Say who is meant; otherwise the row is left out.")
                meant = {"name": _joined(similar)}
                return replace(row, verdict=Verdict.DOUBTFUL, sentence=sentence % meant)
        return self._decided(row)

    def _fault(self, row: ImportRow) -> str | None:
        if len(row.names) != self._seats:
            if self._seats == 1 and row.names:
                return _("This league is of single people, but the row names two.")
            if self._seats == 2 and row.names:
                return _("A pair needs two names.")
            return _("This row names nobody.")
        for name in row.names:
            fault = name_check(name)
            if fault is not None:
                return fault
        if len({name_key(name) for name in row.names}) != len(row.names):
            return _("A pair needs two different people.")
        return None

    def _meant(self, name: str) -> str:
        """The name itself if somebody has it, else one almost like it if there is one."""
        if self._known.named(name) or name_key(name) in self._seen:
            return name
        return self._similar.like(name) or name

    def _decided(self, row: ImportRow) -> ImportRow:
        """A row whose names are what is meant."""
        earlier = [self._seen.get(name_key(name)) for name in row.names]
        if all(earlier) and len({one.line for one in earlier if one is not None}) == 1:
            assert earlier[0] is not None
            sentence = _("The same as in line %(line)d: read once.") % {"line": earlier[0].line}
            return replace(row, verdict=Verdict.ALREADY, sentence=sentence)
        for name, other in zip(row.names, earlier, strict=True):
            if other is not None:
                sentence = _("%(name)s stands in line %(line)d already, with somebody else.")
                return replace(row, sentence=sentence % {"name": name, "line": other.line})
        players = [self._known.named(name) for name in row.names]
        entries = [self._known.entered.get(one[0].pk) if one else None for one in players]
        if all(entries) and len({entry.pk for entry in entries if entry is not None}) == 1:
            return replace(row, verdict=Verdict.ALREADY, sentence=_("Entered already."))
        for name, entry, same in zip(row.names, entries, players, strict=True):
            if entry is not None:
                sentence = _("%(name)s is entered already, with somebody else.") % {"name": name}
                return replace(row, sentence=sentence)
            if len(same) > 1:
                sentence = _("Several people on your list are called %(name)s: rename one first.")
                return replace(row, sentence=sentence % {"name": name})
        row = self._welcomed(
            row, [name for name, one in zip(row.names, players, strict=True) if not one]
        )
        for name in row.names:
            self._seen[name_key(name)] = row
            self._similar.add(name)
        return row

    def _welcomed(self, row: ImportRow, strangers: Sequence[str]) -> ImportRow:
        if not strangers:
            return replace(row, verdict=Verdict.KNOWN, sentence=_("On your list."))
        sentence = _("New: %(names)s will be added to your list.") % {"names": _joined(strangers)}
        return replace(row, verdict=Verdict.NEW, sentence=sentence)


class BotJudge(Judge):
    """Bots, by their names or the addresses of their pages."""

    def _judge(self, row: ImportRow, _choice: str) -> ImportRow:
        if not row.names:
            return replace(row, sentence=_("This row names nobody."))
        try:
            bot = bot_found(league=self._known.league, text=row.names[0])
        except ValidationError as error:
            return replace(row, sentence=str(error.messages[0]))
        earlier = next((line for line, one in self.bots.items() if one.pk == bot.pk), None)
        if earlier is not None:
            sentence = _("The same as in line %(line)d: read once.") % {"line": earlier}
            return replace(row, verdict=Verdict.ALREADY, sentence=sentence)
        if bot.pk in self._known.entered:
            return replace(row, verdict=Verdict.ALREADY, sentence=_("Entered already."))
        self.bots[row.line] = bot
        return replace(row, verdict=Verdict.KNOWN, sentence=_("Can play by these rules."))


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else names_joined(names[0], names[1])
