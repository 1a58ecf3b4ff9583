"""What somebody says came of a match of a league, as plain values: what was typed in, and what it
comes to. Reading it refuses what cannot have happened, with a sentence that says what to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.durak import (
    DurakGame,
    DurakPointsRule,
    DurakRefusedError,
    DurakSeries,
    read_series,
    series_result,
)
from tournaments.kernel_texts import error_text
from tournaments.models import FixtureResult, League
from tournaments.models.accounts import REASON_MAX_LENGTH

Kind = FixtureResult.Kind
Winner = FixtureResult.Winner
Players = tuple[str, ...]
"""The players of a side, by their public ids: names need not differ, and change."""

GAMES_MOST: Final = 100
POINTS_LEAST: Final = -20_000
POINTS_MOST: Final = 100_000
"""Far beyond any match of Burako: whoever types more has slipped."""


@dataclass(frozen=True)
class Total:
    """The end of a match of Burako in two numbers."""

    points_first: int
    points_second: int


@dataclass(frozen=True)
class Games:
    """A match of Durak, game by game, as `scoring.durak.read_series` reads them: `ending`, `losers`
    (0 and 1 are the sides), `epaulettes`, and `wearer`, a player's public id."""

    games: Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class Absent:
    """Who did not come: one side, or both."""

    first: bool = False
    second: bool = False

    @classmethod
    def told(cls, who: str) -> "Absent":
        """`first`, `second` or `both`."""
        return cls(first=who != "second", second=who != "first")


Entered = Total | Games | Absent


def game_told(*, durak: int | None, epaulettes: int, wearer: str = "") -> dict[str, object]:
    """A game as `Games` has it: the side that was the durak (None: a draw), and who wears how many
    epaulettes."""
    game: dict[str, object] = {
        "ending": "draw" if durak is None else "durak",
        "losers": [] if durak is None else [durak],
        "epaulettes": epaulettes,
    }
    return {**game, "wearer": wearer} if wearer and epaulettes else game


def game_at_fault(name: str) -> tuple[int, str] | None:
    """Which game, and what of it (`durak`, `epaulettes` or `wearer`), an error of this name is
    about; None if it is about no single game."""
    part, _dash, rest = name.partition("-")
    number, _dash, kind = rest.partition("-")
    if part != "games" or not number.isdigit():
        return None
    kind = kind.rpartition("-")[2]
    return int(number), kind if kind in ("epaulettes", "wearer") else "durak"


@dataclass(frozen=True)
class Outcome:
    """What a result says, without who said it: equal if and only if they say the same."""

    kind: FixtureResult.Kind
    winner: FixtureResult.Winner
    points: tuple[int, int] | None = None
    absent: tuple[bool, bool] = (False, False)
    detail: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, result: FixtureResult) -> "Outcome":
        """As it was written down."""
        points = None
        if result.points_first is not None and result.points_second is not None:
            points = (result.points_first, result.points_second)
        return cls(
            kind=Kind(result.kind),
            winner=Winner(result.winner),
            points=points,
            absent=(result.first_absent, result.second_absent),
            detail={name: value for name, value in result.detail.items() if name != ENTRIES},
        )

    @property
    def is_level(self) -> bool:
        """Played, and nobody won."""
        return self.winner == Winner.NOBODY and self.kind not in (Kind.FORFEIT, Kind.WITHDRAWN)


ENTRIES: Final = "entries"
"""In a result's detail: between whom it was. A match of a bracket can be given to others later."""


def winner_by(first: int, second: int) -> FixtureResult.Winner:
    """Whoever has more."""
    if first == second:
        return Winner.NOBODY
    return Winner.FIRST if first > second else Winner.SECOND


def note_clean(note: str, *, needed: str = "") -> str:
    """A note as it is kept; `needed` says why there has to be one."""
    cleaned = " ".join(note.replace("\x00", "").split())
    if needed and not cleaned:
        raise ValidationError({"note": ValidationError(needed, code="note_missing")})
    if len(cleaned) > REASON_MAX_LENGTH:
        sentence = _("Please use at most %(max)d characters.") % {"max": REASON_MAX_LENGTH}
        raise ValidationError({"note": ValidationError(sentence, code="note_too_long")})
    return cleaned


def outcome_read(
    entered: Entered,
    *,
    league: League,
    sides: Sequence[Players],
    is_knockout: bool,
    has_note: bool,
) -> Outcome:
    """What was typed in comes to; or `ValidationError`, at its field where it has one."""
    if isinstance(entered, Absent):
        return _absent(first=entered.first, second=entered.second)
    if isinstance(entered, Total):
        _require_game(league, League.Game.BURAKO)
        outcome = _total(entered, league=league, has_note=has_note)
        advice = _("Play one more hand and enter the total with it.")
    else:
        _require_game(league, League.Game.DURAK)
        outcome = _games(
            entered.games, league=league, sides=sides, is_knockout=is_knockout, has_note=has_note
        )
        advice = _("Play one more game and enter it, too.")
    if is_knockout and outcome.is_level:
        raise ValidationError(f"{level_sentence()} {advice}", code="level_in_knockout")
    return outcome


def level_sentence() -> str:
    """Why a draw is none here."""
    return _("A knockout match cannot end level: one of both has to go on.")


def _require_game(league: League, game: League.Game) -> None:
    if league.is_of_bots:
        raise ValidationError(
            _("The arena plays the matches of this league: their results arrive by themselves."),
            code="bots_play",
        )
    if league.game == game:
        return
    if game is League.Game.BURAKO:
        raise ValidationError(_("Enter a match of Durak game by game."), code="other_game")
    raise ValidationError(_("Enter the points of both sides at the end."), code="other_game")


def _absent(*, first: bool, second: bool) -> Outcome:
    if not first and not second:
        raise ValidationError(_("Say who did not come."), code="nobody_absent")
    winner = winner_by(int(second), int(first))
    return Outcome(Kind.FORFEIT, winner, absent=(first, second))


def _total(entered: Total, *, league: League, has_note: bool) -> Outcome:
    first, second = entered.points_first, entered.points_second
    errors = {
        name: _("Points are whole numbers from %(least)s to %(most)s.")
        % {"least": POINTS_LEAST, "most": POINTS_MOST}
        for name, points in (("points_first", first), ("points_second", second))
        if not POINTS_LEAST <= points <= POINTS_MOST
    }
    if errors:
        raise ValidationError(errors)
    target = _target(league)
    if target is not None and max(first, second) < target and not has_note:
        sentence = _(
            "Nobody has reached %(target)s points. Check the numbers; "
            "if the match ended early, say why in the note."
        )
        missed = ValidationError(sentence % {"target": target}, code="target_missed")
        raise ValidationError({"note": missed})
    return Outcome(Kind.TOTAL, winner_by(first, second), points=(first, second))


def _target(league: League) -> int | None:
    """The points with which a match ends, if nothing else ends it."""
    if league.rule_version is None:
        return None
    rules = league.rule_version.rules
    if rules.hand_limit is not None or rules.time_limit_minutes is not None:
        return None
    return rules.target_points


def _games(
    games: Sequence[Mapping[str, object]],
    *,
    league: League,
    sides: Sequence[Players],
    is_knockout: bool,
    has_note: bool,
) -> Outcome:
    rule = league.durak_rule
    planned = league.match_length
    if not games:
        raise ValidationError(_("Enter at least one game."), code="no_games")
    try:
        data = {"sides": [list(side) for side in sides], "games": [dict(game) for game in games]}
        series = read_series(rule, data)
    except DurakRefusedError as refused:
        raise ValidationError(
            {
                error.field.replace(".", "-") or "games": ValidationError(
                    error_text(error), code=str(error.code)
                )
                for error in refused.errors
            }
        ) from None
    if planned and len(series.games) > planned:
        _check_surplus(rule, series, planned=planned, is_knockout=is_knockout)
    if len(series.games) < planned and not has_note:
        sentence = ngettext(
            "A match has %(planned)d game. If you played fewer, say why in the note.",
            "A match has %(planned)d games. If you played fewer, say why in the note.",
            planned,
        )
        missing = ValidationError(sentence % {"planned": planned}, code="games_missing")
        raise ValidationError({"note": missing})
    points = _points(rule, series, len(series.games))
    return Outcome(
        Kind.GAMES,
        winner_by(*points),
        points=points,
        detail={"games": [_game_as_dict(game) for game in series.games]},
    )


def _check_surplus(
    rule: DurakPointsRule, series: DurakSeries, *, planned: int, is_knockout: bool
) -> None:
    """More games than planned only break a tie of a knockout, one by one."""
    is_level = (
        points[0] == points[1]
        for count in range(planned, len(series.games))
        for points in [_points(rule, series, count)]
    )
    if is_knockout and all(is_level):
        return
    sentence = ngettext(
        "A match has %(planned)d game; remove what was played beyond it.",
        "A match has %(planned)d games; remove what was played beyond them.",
        planned,
    )
    raise ValidationError(sentence % {"planned": planned}, code="games_surplus")


def _points(rule: DurakPointsRule, series: DurakSeries, count: int) -> tuple[int, int]:
    first, second = series_result(rule, DurakSeries(series.sides, series.games[:count])).tallies
    return (first.points, second.points)


def _game_as_dict(game: DurakGame) -> dict[str, object]:
    """As `read_series` reads it; what goes without saying is left out."""
    data: dict[str, object] = {"ending": game.ending.value, "losers": list(game.losers)}
    if game.epaulettes:
        data |= {"epaulettes": game.epaulettes, "wearer": game.wearer}
    return data
