"""Leagues played in memory, as services and organizers would play them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from scoring.league import (
    DraftPairing,
    DraftRound,
    Entrant,
    Format,
    LeagueBook,
    Meeting,
    Rest,
    Stage,
    Terms,
)
from scoring.standings import Forfeit, Played

Decide = Callable[[DraftPairing], Played | Forfeit | None]

TIE_BREAKS = ("head_to_head", "buchholz", "wins", "sonneborn_berger")


def new_book(
    format: Format,  # noqa: A002 - the name of the field
    size: int,
    *,
    rounds: int = 0,
    groups: int = 0,
    qualifiers: int = 0,
    third_place: bool = False,
) -> LeagueBook:
    """A league before its first round; groups are dealt in turn."""
    terms = Terms(
        format=format,
        tie_breaks=TIE_BREAKS,
        rounds=rounds,
        groups=groups,
        qualifiers=qualifiers,
        third_place=third_place,
    )
    entrants = (
        Entrant(entry=100 + n, seed=n, group=(n - 1) % groups if groups else None)
        for n in range(1, size + 1)
    )
    return LeagueBook(terms, tuple(entrants))


def better_seed_wins(pairing: DraftPairing) -> Played:
    first, second = pairing.first, pairing.second
    return Played(first, second, min(first, second), 3000, 1000)


def by_chance(chance: Random, *, draws: bool = True, forfeits: bool = True) -> Decide:
    """Any result; decided ones only where somebody has to go through."""

    def decide(pairing: DraftPairing) -> Played | Forfeit:
        first, second = pairing.first, pairing.second
        if forfeits and chance.random() < 0.2:
            absent = chance.choice([{first}, {second}, {first, second}])
            return Forfeit(first, second, frozenset(absent))
        winner = chance.choice([first, second, None] if draws else [first, second])
        return Played(first, second, winner, chance.randint(0, 9), chance.randint(0, 9))

    return decide


def published(book: LeagueBook, drafts: Iterable[DraftRound], decide: Decide) -> LeagueBook:
    """The book after these rounds."""
    meetings, rests, seeds = list(book.meetings), list(book.rests), book.play_off_seeds
    for draft in drafts:
        seeds = draft.play_off_seeds or seeds
        meetings += [
            Meeting(
                id=len(meetings) + place,
                round=draft.number,
                stage=draft.stage,
                first=pairing.first,
                second=pairing.second,
                result=decide(pairing),
                bracket_match=pairing.bracket_match,
                downfloater=pairing.downfloater,
            )
            for place, pairing in enumerate(draft.pairings, start=1)
        ]
        rests += [
            Rest(round=draft.number, entry=bye.entry, asked_for=bye.asked_for) for bye in draft.byes
        ]
    return replace(book, meetings=tuple(meetings), rests=tuple(rests), play_off_seeds=seeds)


def played_out(book: LeagueBook, decide: Decide) -> LeagueBook:
    """Until nothing more can be drawn."""
    while drafts := book.next_rounds():
        assert book.not_ready() is None
        book = published(book, drafts, decide)
    assert book.not_ready() is not None
    return book


def with_entrant(book: LeagueBook, entrant: Entrant) -> LeagueBook:
    """The book in which this is what became of somebody, or somebody new."""
    others = tuple(one for one in book.entrants if one.entry != entrant.entry)
    return replace(book, entrants=(*others, entrant))


def times_met(book: LeagueBook) -> Counter[frozenset[int]]:
    main = (m for m in book.meetings if m.stage is Stage.MAIN and not m.is_off)
    return Counter(meeting.both for meeting in main)


def assert_rounds_can_be_played(book: LeagueBook) -> None:
    """Nobody twice in a round."""
    busy: Counter[tuple[int, int]] = Counter()
    for meeting in book.meetings:
        if not meeting.is_off:
            busy.update((meeting.round, one) for one in meeting.both)
    busy.update((rest.round, rest.entry) for rest in book.rests)
    assert max(busy.values(), default=0) <= 1
