"""A Durak player that thinks ahead in imagined games ("determinized" search).

It does not know who holds what.  So it imagines: it deals the cards that it has not seen at random
into the places where they may be (`imagine`), which gives a game in which nothing is hidden, tries
each of its candidate actions there, and plays on to the end with a quick rule of thumb for
everybody (`QuickPlay`).  The action that did best on average is played.  All candidates are tried
in the same imagined games, so that the luck of the cards does not decide between them, and the
worse half is dropped after half of the games.

When the talon is gone and two are left, counting tells the other hand: there is only one game to
imagine, and `Endgame` looks at everything that can happen in it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import PASS, TAKE
from arena.games.durak.cards import RANK_FACES, RANK_OF
from arena.games.durak.outcome import DRAWN, LOST, SURVIVED
from arena.games.durak.supposing import suppose
from arena.sdk import Clock
from arena.sdk.bots.heuristic_durak import PAIR, TAKEN, TAKING, TRUMP, HeuristicDurak

if TYPE_CHECKING:
    from arena.games.durak.actions import Action
    from arena.games.durak.game import Game
    from arena.games.durak.view import View
    from arena.sdk.cards import Cards

SAMPLES: Final = 32
"""How many games are imagined for a decision."""
CANDIDATES: Final = 6
"""How many actions are tried in them."""
SHARE: Final = 0.25
"""Stop thinking when this part of the time allowed is used up."""
POSITIONS: Final = 2000
"""How many positions of an endgame are looked at before it is judged like the rest."""
PASSING_ON: Final = frozenset(("transfer", "show"))


class SearchBot(HeuristicDurak):
    """Tries its candidates in imagined games; where it cannot imagine, it plays by worth."""

    samples = SAMPLES
    positions = POSITIONS

    def start(self) -> None:
        """What a trump makes of the cards is worked out once."""
        self.quick: dict[str | None, QuickPlay] = {}

    def choose(self, view: "View", legal: "Sequence[Action]", clock: Clock) -> "Action":
        """By worth if there is nothing to think about; else what does best in imagined games."""
        thumb = super().choose(view, legal, clock)
        if len(legal) == 1 or self.rules.cheating or thumb.kind in {"swap", "redeal"}:
            return thumb
        if view.trump_card not in self.quick:
            self.quick[view.trump_card] = QuickPlay(self.cards)
        quick = self.quick[view.trump_card]
        candidates = self.candidates(thumb)
        if self.nothing_is_hidden():
            endgame = Endgame(quick, self.seat, self.positions, clock)
            return endgame.best(self.imagine(), candidates)
        return self.most_successful(candidates, quick, clock)

    def nothing_is_hidden(self) -> bool:
        """Whether two are left, nothing is drawn any more, and counting tells the other hand."""
        view = self.view
        others = [seat for seat in view.active if seat != self.seat]
        return (
            self.late
            and len(others) == 1
            and not any(view.secret_counts)
            and self.held_by(others[0]) is not None
        )

    def candidates(self, thumb: "Action") -> "list[Action]":
        """The heuristic's choice first, then what costs least."""
        others = [action for action in self.listed if action is not thumb]
        if thumb.kind == "beat":  # the cards are beaten one after the other in any order
            others = [a for a in others if a.kind != "beat" or a.target == thumb.target]
        others.sort(key=lambda action: (len(action.cards) > 1, -self.gain(action.cards)))
        return [thumb, *others[: CANDIDATES - 1]]

    def imagine(self) -> "Game":
        """A game that could be the real one, for all that this seat has seen."""
        view, rest = self.view, list(self.unseen)
        self.random.shuffle(rest)

        def some(count: int) -> list[str]:
            return [rest.pop() for _ in range(count)]

        hands = [
            [*known, *some(count - len(known))] if seat != self.seat else list(view.hand or ())
            for seat, (known, count) in enumerate(zip(view.known, view.hand_counts, strict=True))
        ]
        secrets = [some(count) for count in view.secret_counts]
        talon = some(view.talon - (view.face_up is not None))
        if view.face_up is not None:  # at the bottom; O31: but for the card that will be trump
            talon.insert(len(talon) - self.rules.hides_trump, view.face_up)
        return suppose(self.rules, view, hands, talon, secrets)

    def most_successful(
        self, candidates: "list[Action]", quick: "QuickPlay", clock: Clock
    ) -> "Action":
        """The candidate with the most points in the imagined games."""
        points = dict.fromkeys(candidates, 0)
        for number in range(1, self.samples + 1):
            imagined = self.imagine()
            for action in points:
                game = imagined.copy()
                game.apply(action)
                points[action] += quick.play_out(game)[self.seat]
            if number == self.samples // 2:
                best_first = sorted(points, key=points.__getitem__, reverse=True)
                points = {action: points[action] for action in best_first[: len(points) // 2 + 1]}
            if is_late(clock):
                break
        return max(points, key=points.__getitem__)


def is_late(clock: Clock) -> bool:
    """Whether it is time to answer."""
    return clock.spent() > SHARE * clock.allowed


class QuickPlay:
    """The heuristic's rules of thumb once more, cut down to table look-ups.

    It sees all cards of the imagined game but hardly makes use of them.
    """

    def __init__(self, cards: "Cards") -> None:
        strengths = cards.by_face
        self._worth = {
            face: strength + (TRUMP if strength >= cards.ranks else 0.0)
            for face, strength in strengths.items()
        }
        average = sum(self._worth.values()) / len(self._worth)
        self._early = _Gains(self._worth, average)
        self._late = _Gains(self._worth, 2.0 * cards.ranks + TRUMP)
        self._trumps = frozenset(f for f, s in strengths.items() if s >= cards.ranks)
        self._average = average

    def play_out(self, game: "Game") -> tuple[int, ...]:
        """The scores at the end, if everybody plays by these rules."""
        while game.seat is not None:
            game.apply(self.choose(game))
        assert game.outcome is not None
        return game.outcome.scores

    def choose(self, game: "Game") -> "Action":
        """What the seat to act would do."""
        listed = game.listed if len(game.listed) <= 100 else game.listed[:100]
        if len(listed) == 1:
            return listed[0]
        gains = self._early if game.talon and game.rules.draws else self._late
        match game.phase:
            case "open":
                return self._open(game, listed, gains)
            case "defend":
                return self._defend(game, listed, gains)
            case "redeal":
                return listed[-1]
            case "swap":
                return listed[0]
            case _:
                return max(listed, key=gains.__getitem__)

    @staticmethod
    def _open(game: "Game", listed: "Sequence[Action]", gains: "_Gains") -> "Action":
        hand = game.hands[game.main]
        if listed[0].kind == "swap":
            return listed[0]

        def gain(action: "Action") -> float:
            held = hand & RANK_FACES[RANK_OF[action.faces[0]]]
            return gains[action] + PAIR * (held.bit_count() - len(action.faces))

        return max(listed, key=gain)

    def _defend(self, game: "Game", listed: "Sequence[Action]", gains: "_Gains") -> "Action":
        passing = None
        if listed[-1].kind in PASSING_ON:  # they stand last
            passing = max((a for a in listed if a.kind in PASSING_ON), key=gains.__getitem__)
            if passing.kind == "show" or self._trumps.isdisjoint(passing.faces):
                return passing
        hand, beaters, attacks = game.hands[game.defender], game.beaters, game.attacks
        hardest = min(game.open, key=lambda n: (hand & beaters[attacks[n]]).bit_count())
        beats = [a for a in listed if a.target == hardest]
        if not beats:
            return passing or TAKE
        cheapest = max(beats, key=gains.__getitem__)
        if gains is self._early and gains[cheapest] < -TAKING:
            lying = (*attacks, *game.defences.values())
            good = sum(max(0.0, self._worth[face] - self._average) for face in lying)
            if gains[cheapest] < good - TAKING - TAKEN * len(lying):
                return TAKE
        return cheapest


class _Gains(dict["Action", float]):
    """What laying the cards of an action gains; passing gains nothing."""

    def __init__(self, worth: dict[int, float], replaced_by: float) -> None:
        super().__init__({PASS: 0.0})
        self._worth = worth
        self._replaced_by = replaced_by

    def __missing__(self, action: "Action") -> float:
        worth, replaced_by = self._worth, self._replaced_by
        gain = self[action] = sum(replaced_by - worth[face] for face in action.faces)
        return gain


class Endgame:
    """All that can happen when nothing is hidden and two are left.

    Positions that come up again count as drawn; when the number of positions or the time is used
    up, the rest is judged by playing it out.
    """

    def __init__(self, quick: QuickPlay, seat: int, positions: int, clock: Clock) -> None:
        self._quick = quick
        self._clock = clock
        self._seat = seat
        self._positions = positions
        self._left = 0
        self._scores: dict[object, int] = {}

    def best(self, game: "Game", candidates: "list[Action]") -> "Action":
        """The first of the best candidates; each gets its share of the positions."""
        best, most = candidates[0], LOST - 1
        for action in candidates:
            self._left = self._positions // len(candidates)
            score = self._score_after(game, action)
            if score > most:
                best, most = action, score
            if most == SURVIVED:
                break
        return best

    def _score_after(self, before: "Game", action: "Action") -> int:
        """What this seat gets after an action if both play as well as they can."""
        game = before.copy()
        game.apply(action)
        while len(game.listed) == 1:
            game.apply(game.listed[0])
        if game.outcome is not None:
            return game.outcome.scores[self._seat]
        place = (
            *game.hands, game.seat, game.phase, game.main, game.attacks, game.shown,
            *game.defences.items(),
        )  # fmt: skip
        if place not in self._scores:
            self._left -= 1
            if self._left < 0 or is_late(self._clock):
                return self._quick.play_out(game)[self._seat]
            self._scores[place] = DRAWN
            self._scores[place] = self._score(game)
        return self._scores[place]

    def _score(self, game: "Game") -> int:
        """The best score for whoever is to act, beginning with what he would probably do."""
        better, goal = (max, SURVIVED) if game.seat == self._seat else (min, LOST)
        likely = self._quick.choose(game)
        score = self._score_after(game, likely)
        for action in game.listed:
            if score == goal:
                break
            if action is not likely:
                score = better(score, self._score_after(game, action))
        return score
