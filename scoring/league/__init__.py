"""Leagues as values: tables, brackets, drafts of the next round, and what a change changed."""

from scoring.league.book import LeagueBook
from scoring.league.changing import changes
from scoring.league.records import (
    DraftBye,
    DraftPairing,
    DraftRound,
    Entrant,
    EntryId,
    Format,
    Meeting,
    Reached,
    Rest,
    Stage,
    Terms,
)
from scoring.league.words import TEMPLATES

__all__ = [
    "TEMPLATES",
    "DraftBye",
    "DraftPairing",
    "DraftRound",
    "Entrant",
    "EntryId",
    "Format",
    "LeagueBook",
    "Meeting",
    "Reached",
    "Rest",
    "Stage",
    "Terms",
    "changes",
]
