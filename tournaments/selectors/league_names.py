"""What those entered in a league are called there."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from scoring.messages import CompetitorId
from tournaments.bot_directory import bot_directory
from tournaments.models import Competitor, League, LeagueEntry

SentenceNames = dict[CompetitorId, str]


def league_names(*, league: League) -> dict[int, str]:
    """Of everybody in a league, by entry: two queries, three if bots play in it."""
    return entry_names(LeagueEntry.objects.filter(league=league))


def league_sentence_names(*, league: League) -> SentenceNames:
    """The same, for sentences."""
    entries = list(
        LeagueEntry.objects.filter(league=league).select_related(
            "competitor__pair__first__account", "competitor__pair__second__account"
        )
    )
    return sentence_names(entry_names(entries), entries)


def entry_names(entries: Iterable[LeagueEntry]) -> dict[int, str]:
    """By entry. Those who would be called alike get a number (a bot: its author's name first), in
    the order in which they were entered; so give all entries whose names stand on one page, or
    better, ask `league_names`."""
    competitor_of = {entry.pk: entry.competitor_id for entry in entries}
    rows = Competitor.objects.filter(pk__in=competitor_of.values()).select_related(
        "player__account", "pair__first__account", "pair__second__account"
    )
    names = {row.pk: row.public_name for row in rows if row.kind != Competitor.Kind.BOT}
    bots = [one for one in competitor_of.values() if one not in names]
    if bots:
        labels = bot_directory().labels(competitors=bots)
        names |= {row.pk: row.public_name for row in rows if row.pk in bots}
        names |= {one: label.name for one, label in labels.items()}
        for one in _alike(names):
            if one in labels and labels[one].author:
                names[one] = f"{labels[one].name} ({labels[one].author})"
    shown = {entry: names[competitor_of[entry]] for entry in sorted(competitor_of)}
    for entry, number in _alike(shown).items():
        shown[entry] = f"{shown[entry]} ({number})"
    return shown


def sentence_names(names: Mapping[int, str], entries: Iterable[LeagueEntry]) -> SentenceNames:
    """The same names for sentences that speak of several: the two of a pair are joined by a stroke,
    so that "and" stands between two sides only. Reads the pairs' players."""
    shown: SentenceNames = dict(names.items())
    for entry in entries:
        pair = entry.competitor.pair
        if pair is not None:
            stroke = " / ".join(one.public_name for one in pair.players)
            shown[entry.pk] = names[entry.pk].replace(pair.public_name, stroke)
    return shown


def _alike(names: dict[int, str]) -> dict[int, int]:
    """Whose name somebody else has, too, in any spelling; counted in order."""
    owners: defaultdict[str, list[int]] = defaultdict(list)
    for who, name in names.items():
        owners[name.casefold()].append(who)
    return {
        who: number
        for group in owners.values()
        if len(group) > 1
        for number, who in enumerate(group, start=1)
    }
