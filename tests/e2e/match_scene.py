"""Matches at every point of their lives, for the pages that show them."""

from dataclasses import dataclass
from typing import Any

from arena.match_states import MatchState
from arena.models import BotVersion, Match
from tests.arena.shown_matches import DUEL, FOUR, bench, bot_playing, match_played
from tests.factories import MatchFactory, MatchRunnerFactory, UserFactory
from tournaments.models import User

LONG_NAME = "Ñandú Östlund the Relentless Card Eater"


@dataclass(frozen=True)
class MatchScene:
    """Ana's and Bea's bots and their matches; each name says how far it is."""

    mustard: BotVersion
    """Ana's."""
    benched: BotVersion
    """Ana's, too."""
    carambola: BotVersion
    """Bea's."""
    queued: Match
    again: Match
    """Broken off once by a worker that vanished."""
    playing: Match
    played: Match
    played_long: Match
    of_four: Match
    void: Match


def match_scene(ana: User) -> MatchScene:
    """Everything there is to see, with long and short names."""
    bea = UserFactory.create(display_name="Bea")
    mustard = bot_playing(ana, "Mustard")
    benched = bot_playing(ana, "Pepper & <b>Salt</b>")
    bench(benched.bot)
    carambola = bot_playing(bea, LONG_NAME)
    others = [bot_playing(bea, name) for name in ("Truco", "Wanda")]
    MatchRunnerFactory.create()

    def match(state: MatchState, **changes: Any) -> Match:  # noqa: ANN401
        found: Match = MatchFactory.create(
            **{
                "versions": [mustard, carambola],
                "requested_by": ana,
                "state": state,
                "boards": 10,
                "profile": DUEL,
                **changes,
            }
        )
        return found

    return MatchScene(
        mustard=mustard,
        benched=benched,
        carambola=carambola,
        played=match_played(mustard, carambola, requested_by=ana, boards=5),
        played_long=match_played(carambola, mustard, requested_by=bea, boards=25),
        of_four=_of_four(match, [mustard, carambola, *others]),
        void=match(MatchState.VOID),
        playing=match(MatchState.PLAYING, boards_over=7),
        again=match(MatchState.QUEUED, requested_by=bea, attempt=1),
        queued=match(MatchState.QUEUED),
    )


def _of_four(match: Any, versions: list[BotVersion]) -> Match:  # noqa: ANN401
    boards: list[dict[str, Any]] = [
        {
            "rotation": rotation,
            "board": board,
            "points": [0 if place == (board + rotation) % 3 else 2 for place in range(4)],
            "losers": [(board + rotation) % 3],
            "forfeit": None,
            "games": 1,
        }
        for rotation in range(4)
        for board in range(2)
    ]
    found: Match = match(
        MatchState.SETTLED, versions=versions, profile=FOUR, boards=2, results=boards
    )
    for one in found.participants.all():
        one.points = sum(board["points"][one.place] for board in boards)
        one.decisions, one.think_ms, one.longest_ms = 25, 500, 60
        one.save()
    return found
