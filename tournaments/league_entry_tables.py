"""Who is entered in a league, as a table. The columns' names are for programs: never translated or
changed."""

from typing import Final

from tournaments.downloads import Value
from tournaments.league_shown import Field, ShownEntry

ENTRIES_COLUMNS: Final = ("name", "partner", "seed", "status", "group", "joined_round")


def entries_rows(people: Field) -> list[list[Value]]:
    """Who is or was entered, as a list that can be entered in another league."""
    return [
        [
            *names_of(one),
            one.entry.seed,
            one.entry.status,
            "" if one.entry.group is None else one.entry.group + 1,
            one.entry.joined_round,
        ]
        for one in people.entries.values()
    ]


def names_of(shown: ShownEntry) -> tuple[str, str]:
    """The names of a person, a pair or a bot; those of people without the numbers that tell them
    apart here."""
    competitor = shown.entry.competitor
    if competitor.pair is not None:
        return competitor.pair.first.public_name, competitor.pair.second.public_name
    return competitor.public_name if competitor.player is not None else shown.name, ""
