"""Rows of a league as its pages show them: names with their pages, and matches in a line each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bot_directory import bot_directory
from tournaments.kernel_texts import number_text
from tournaments.models import Competitor, Fixture, FixtureResult, League, LeagueEntry
from tournaments.selectors.league_names import SentenceNames, entry_names, sentence_names
from tournaments.selectors.league_rows import league_entries
from tournaments.selectors.people import player_is_opened

TONES: Final = {
    Fixture.State.PLANNED: "",
    Fixture.State.PLAYING: "badge-note",
    Fixture.State.POSTPONED: "badge-caution",
    Fixture.State.ENTERED: "badge-caution",
    Fixture.State.DISPUTED: "badge-bad",
    Fixture.State.CONFIRMED: "badge-good",
    Fixture.State.CANCELLED: "",
}
_TOLD: Final = (Fixture.State.ENTERED, Fixture.State.DISPUTED, Fixture.State.CONFIRMED)
_Winner = FixtureResult.Winner


@dataclass(frozen=True)
class ShownEntry:
    """Somebody in the league, with a page if they let everybody read it."""

    entry: LeagueEntry
    name: str
    url: str = ""
    author: str = ""
    bot: str = ""
    """The public id of one."""
    is_own: bool = False

    @property
    def mark(self) -> str:
        """What became of them, if they do not play any more."""
        if self.entry.status == LeagueEntry.Status.ACTIVE:
            return ""
        return self.entry.get_status_display()


@dataclass(frozen=True)
class Field:
    """Everybody in a league, by the key of their entry."""

    entries: Mapping[int, ShownEntry]
    names: SentenceNames
    """For the kernel's sentences."""

    def __getitem__(self, key: int) -> ShownEntry:
        return self.entries[key]

    def __len__(self) -> int:
        return len(self.entries)


@dataclass(frozen=True)
class ShownFixture:
    """A match in a line."""

    fixture: Fixture
    first: ShownEntry
    second: ShownEntry
    url: str
    scores: tuple[str, str] | None
    """What each side has; None as long as nothing is told: unplayed is not 0-0."""
    won: int | None
    """The side that won, if one did."""
    remark: str
    """What the scores do not say."""
    tone: str
    at: datetime | None
    table: int = field(default=0)

    @property
    def sides(self) -> list[tuple[ShownEntry, str, bool]]:
        """Each with its score, and whether it won."""
        scores = self.scores or ("", "")
        both = (self.first, self.second)
        return [(one, scores[side], self.won == side) for side, one in enumerate(both)]

    @property
    def is_told(self) -> bool:
        """Whether its latest result is one to show, final or not."""
        return self.fixture.state in _TOLD

    @property
    def is_over(self) -> bool:
        return self.fixture.state in (Fixture.State.CONFIRMED, Fixture.State.CANCELLED)

    @property
    def is_own(self) -> bool:
        return self.first.is_own or self.second.is_own


def field_of(league: League, own: Iterable[int] = ()) -> Field:
    """Everybody who is or was entered: three queries, however many they are."""
    entries = league_entries(league=league)
    names = entry_names(entries)
    mine = frozenset(own)
    labels = (
        bot_directory().labels(competitors=[one.competitor_id for one in entries])
        if league.is_of_bots
        else {}
    )
    shown = {}
    for one in entries:
        label = labels.get(one.competitor_id)
        shown[one.pk] = ShownEntry(
            entry=one,
            name=names[one.pk],
            url=_page(one.competitor) if label is None else label.url,
            author="" if label is None else label.author,
            bot="" if label is None else label.public_id,
            is_own=one.pk in mine,
        )
    return Field(shown, sentence_names(names, entries))


def _page(competitor: Competitor) -> str:
    """Of those only who have opened their history to everybody."""
    if competitor.player is not None and player_is_opened(player=competitor.player):
        return reverse("player", args=[competitor.player.public_id])
    pair = competitor.pair
    if pair is not None and all(player_is_opened(player=one) for one in pair.players):
        return reverse("pair", args=[pair.public_id])
    return ""


def fixture_shown(league: League, fixture: Fixture, people: Field) -> ShownFixture:
    """A match with what is told about it. Reads `round` and `result`."""
    first, second = people[fixture.first_id], people[fixture.second_id]
    result = fixture.result if fixture.state in _TOLD else None
    return ShownFixture(
        fixture=fixture,
        first=first,
        second=second,
        url=reverse("leagues:match", args=[league.public_id, fixture.public_id]),
        scores=None if result is None else scores_of(result),
        won=None if result is None else side_won(result),
        remark="" if result is None else remark_on(result, first.name, second.name),
        tone=TONES[Fixture.State(fixture.state)],
        at=fixture.starts_at or fixture.round.starts_at,
        table=fixture.table,
    )


def fixtures_shown(
    league: League, fixtures: Iterable[Fixture], people: Field
) -> Sequence[ShownFixture]:
    return [fixture_shown(league, one, people) for one in fixtures]


def versus(first: str, second: str) -> str:
    """Two who meet."""
    return f"{first} \N{EN DASH} {second}"


def match_title(fixture: Fixture, people: Field) -> str:
    """Who meets in which round."""
    both = versus(people[fixture.first_id].name, people[fixture.second_id].name)
    return _("Round %(number)d: %(match)s") % {
        "number": fixture.round.number,
        "match": both,
    }


def side_won(result: FixtureResult) -> int | None:
    """Nobody wins a draw, nor a match to which nobody came."""
    return {_Winner.FIRST: 0, _Winner.SECOND: 1}.get(_Winner(result.winner))


def scores_of(result: FixtureResult) -> tuple[str, str] | None:
    """The points written down or, where there are none, who won."""
    if result.kind in (FixtureResult.Kind.FORFEIT, FixtureResult.Kind.WITHDRAWN):
        return None
    if result.points_first is not None and result.points_second is not None:
        return number_text(result.points_first), number_text(result.points_second)
    shares = {_Winner.FIRST: ("1", "0"), _Winner.SECOND: ("0", "1"), _Winner.NOBODY: ("½", "½")}
    return shares[_Winner(result.winner)]


def remark_on(result: FixtureResult, first: str, second: str) -> str:
    """A forfeit in words."""
    if result.kind == FixtureResult.Kind.WITHDRAWN:
        return _("The result was taken back.")
    if result.kind != FixtureResult.Kind.FORFEIT:
        return ""
    if result.first_absent and result.second_absent:
        return _("Neither side came.")
    return _("%(name)s did not come.") % {"name": first if result.first_absent else second}
