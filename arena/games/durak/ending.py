"""When a seat is out and when the game is over (rules 18 to 20, 1D, 1E, 1J)."""

from typing import TYPE_CHECKING, Final

from arena.games.durak.cards import RANK_OF
from arena.games.durak.options import DurakOptions
from arena.games.durak.outcome import Outcome, Reason, outcome
from arena.games.durak.pack import Pack

if TYPE_CHECKING:
    from arena.games.durak.state import State

STALL_BOUTS_PER_SEAT: Final = 12  # O41, 1J.4


class Ending:
    """The end tests of a rule set."""

    def __init__(self, options: DurakOptions, pack: Pack, team_of: tuple[int, ...]) -> None:
        self._pack = pack
        self._team_of = team_of
        self._has_teams = options.teams != "none"
        self._first_out_wins = self._has_teams and options.team_end == "first_out_wins"
        self._stall_limit = options.stall_limit
        self._epaulettes = options.epaulettes == "tag"

    def eliminate(self, game: "State") -> bool:
        """Put out whoever has no cards; secret cards are picked up instead (rule 18, SE1)."""
        hands = game.hands
        if hands.count(0) == len(game.out):
            return False
        empty = [seat for seat in game.ring.seats if not hands[seat]]
        for seat in empty:
            if game.secrets[seat]:
                game.pick_up_secret(seat)
        leaving = [seat for seat in empty if not hands[seat]]
        leaving.sort(key=lambda seat: _last_play(game, seat))  # rule 20
        for seat in leaving:
            game.out.append(seat)
            game.active &= ~(1 << seat)
        if leaving:
            game.ring = game.rules.seating.ring(game.active)
        return bool(leaving)

    def after_bout(self, game: "State") -> Outcome | None:
        """The end test; only called when a seat went out."""
        if self._first_out_wins:  # TM4; decides before TM5
            winner = self._team_of[game.out[0]]
            losers = tuple(s for s, team in enumerate(self._team_of) if team != winner)
            return self._lost(game, losers, "first_out")
        teams = {self._team_of[seat] for seat in game.ring.seats}
        if not teams:  # rule 19, TM5
            return self._outcome(game, (), "draw")
        if len(teams) > 1:
            return None
        if not self._has_teams:
            return self._lost(game, game.ring.seats, "durak")
        (team,) = teams
        losers = tuple(seat for seat, other in enumerate(self._team_of) if other == team)
        return self._lost(game, losers, "team_holding")

    def by_stall(self, game: "State") -> Outcome | None:
        """1J.4: too many bouts without progress; most cards lose, unopened secret ones too."""
        limit = self._stall_limit or STALL_BOUTS_PER_SEAT * game.ring.size
        if game.idle_bouts < limit:
            return None
        held: dict[int, int] = {}
        for seat in game.ring.seats:
            cards = game.hands[seat].bit_count() + game.secrets[seat].bit_count()
            held[self._team_of[seat]] = held.get(self._team_of[seat], 0) + cards
        most = max(held.values())
        losing = {team for team, cards in held.items() if cards == most}
        losers = tuple(seat for seat, team in enumerate(self._team_of) if team in losing)
        return self._outcome(game, losers, "stalled")

    def by_last_card(self, game: "State", winner: int) -> Outcome:
        """O26: the seat that played its last card has won at once; two players only."""
        game.out.append(winner)
        losers = tuple(seat for seat in game.ring.seats if seat != winner)
        return self._outcome(game, losers, "last_card")

    def _lost(self, game: "State", losers: tuple[int, ...], reason: Reason) -> Outcome:
        count = self._epaulettes_of(game) if game.failed and game.defender in losers else 0
        return self._outcome(game, losers, reason, count)

    def _epaulettes_of(self, game: "State") -> int:
        """EP1: the last attack cards are of the pack's lowest rank."""
        if not self._epaulettes:
            return 0
        last = [RANK_OF[face] == self._pack.lowest_rank for face in game.attacks[-2:]]
        if not last[-1]:
            return 0
        return 2 if len(last) == 2 and last[0] and len(set(game.owners[-2:])) == 1 else 1

    def _outcome(
        self, game: "State", losers: tuple[int, ...], reason: Reason, epaulettes: int = 0
    ) -> Outcome:
        return outcome(
            losers=losers,
            order=tuple(game.out),
            teams=self._team_of,
            reason=reason,
            epaulettes=epaulettes,
            wearer=game.defender if epaulettes else None,
        )


def _last_play(game: "State", seat: int) -> int:
    """The place in the log of the last card that a seat played."""
    return next(
        place
        for place in range(len(game.log) - 1, -1, -1)
        if game.log[place][0] == seat and game.log[place][1].faces
    )
