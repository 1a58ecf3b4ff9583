"""A game of a match, move by move, as programs are told."""

from typing import Any

from rest_framework import serializers

from arena.match_games import AskedGame, GameMissingError
from arena.match_retold import HandSide, ToldPassage, game_told
from arena.models import Match
from arena.told_text import PlainPen
from scoring.burako.explain import branch_label, line_label
from tournaments.api.fields import Shown
from tournaments.api.problems import problem_of
from tournaments.kernel_texts import message_text
from tournaments.problem_details import Problem


class GameSeatShown(Shown):
    """A chair at the table."""

    number = serializers.IntegerField(help_text="From 0.")
    side = serializers.IntegerField(help_text="Of the match's sides.")
    name = serializers.CharField(help_text="As the moves call it.")
    roles = serializers.ListField(
        child=serializers.CharField(), help_text="Who deals and who begins, in words."
    )
    held = serializers.CharField(
        allow_null=True, help_text="Cards or tiles at the start; null where no game began."
    )
    points = serializers.IntegerField(allow_null=True, help_text="From this game.")


class GamePiecesShown(Shown):
    """Cards or tiles of somebody."""

    name = serializers.CharField()
    pieces = serializers.CharField(help_text="In the notation of replays, with spaces between.")


class GameMoveShown(Shown):
    """What somebody did, or what followed from it."""

    text = serializers.CharField()
    notation = serializers.CharField(help_text="Empty for what nobody decided.")
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="Where the server decided for the bot, and why."
    )


class GamePassageShown(Shown):
    """A bout of Durak, a turn of Burako."""

    title = serializers.CharField()
    situation = serializers.ListField(child=serializers.CharField())
    held = GamePiecesShown(many=True)
    moves = GameMoveShown(many=True)


class GameHandLineShown(Shown):
    """A line of what a hand of Burako came to."""

    text = serializers.CharField()
    quantity = serializers.IntegerField()
    unit_points = serializers.IntegerField()
    points = serializers.IntegerField()


class GameHandShown(Shown):
    """What a side got for a hand of Burako."""

    name = serializers.CharField()
    text = serializers.CharField(help_text="By which column it was counted.")
    lines = GameHandLineShown(many=True)
    points = serializers.IntegerField()
    before = serializers.IntegerField(help_text="Of the match, before this hand.")
    after = serializers.IntegerField()


class GameShown(Shown):
    """One game, with everything open."""

    match = serializers.CharField()
    board = serializers.IntegerField()
    rotation = serializers.IntegerField()
    game = serializers.IntegerField(help_text="Of the board, from 1.")
    games = serializers.IntegerField(
        help_text="Of the board; 0 where it was forfeited before its first card."
    )
    family = serializers.ChoiceField(choices=["durak", "burako"])
    seats = GameSeatShown(many=True)
    beginning = serializers.ListField(child=serializers.CharField())
    muertos = GamePiecesShown(many=True, help_text="Of Burako: the second hands, by sides.")
    passages = GamePassageShown(many=True)
    hands = GameHandShown(many=True, help_text="Of Burako: what it came to.")
    ending = serializers.ListField(child=serializers.CharField(), help_text="Forfeits.")


@problem_of.register
def _of_game_missing_error(error: GameMissingError) -> Problem:
    return Problem(404, error.code, error.sentence)


def game_facts(match: Match, asked: AskedGame, *, board: int, rotation: int) -> dict[str, Any]:
    """In plain text."""
    told = game_told(asked.board, asked.played, asked.sides, PlainPen())
    return {
        "match": match.public_id,
        "board": board,
        "rotation": rotation,
        "game": asked.number + 1,
        "games": len(asked.board.games),
        "family": match.profile.partition("/")[0],
        "seats": [
            {
                "number": seat.number,
                "side": seat.side.number,
                "name": seat.name,
                "roles": seat.badges,
                "held": seat.held,
                "points": seat.points,
            }
            for seat in told.seats
        ],
        "beginning": told.beginning,
        "muertos": [_pieces(*one) for one in told.muertos],
        "passages": [_passage(one) for one in told.passages],
        "hands": [_hand(one) for one in told.hand_sides],
        "ending": told.ending,
    }


def _passage(passage: ToldPassage[str]) -> dict[str, Any]:
    return {
        "title": passage.title,
        "situation": passage.situation,
        "held": [_pieces(*one) for one in passage.held],
        "moves": passage.lines,
    }


def _pieces(name: str, pieces: str) -> dict[str, str]:
    return {"name": name, "pieces": pieces}


def _hand(side: HandSide) -> dict[str, Any]:
    return {
        "name": side.name,
        "text": message_text(branch_label(side.score)),
        "lines": [
            {
                "text": message_text(line_label(line)),
                "quantity": line.quantity,
                "unit_points": line.unit_points,
                "points": line.amount,
            }
            for line in side.score.lines
            if line.quantity > 0
        ],
        "points": side.score.total,
        "before": side.before,
        "after": side.after,
    }
