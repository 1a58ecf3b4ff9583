"""A solid Durak player that follows rules of thumb.

Every card has a *worth*: its strength, and more for a trump.  While there is a talon, a card that
is laid is replaced by an unknown one, so parting with a card gains what an unknown card is worth
on average, less what the card is worth itself.  That one number decides most questions: low
cards and pairs are laid first, trumps are kept, the defender gives up when beating would cost
more than taking.  When the talon is empty nothing is replaced any more: then cards are counted.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from statistics import fmean
from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import PASS, TAKE
from arena.sdk import Clock, DurakBot
from arena.sdk.cards import Cards, by_rank, rank
from arena.sdk.memory import unseen

if TYPE_CHECKING:
    from arena.games.durak.actions import Action
    from arena.games.durak.view import View

TRUMP: Final = 4.0
"""How much more a trump is worth than its place above the other cards."""
FADING: Final = 2.0
"""How much more a trump is worth than its rank where trump is going to change."""
PAIR: Final = 0.5
"""What a second card of a rank adds to opening with it: it can be thrown in later."""
TAKING: Final = 12.0
"""What it costs to lose the bout: the next attack is somebody else's."""
TAKEN: Final = 2.0
"""What each card costs that has to be taken, beyond what it is worth."""
HELPING: Final = 1.0
"""What a card must gain to be thrown at a defender who has given up, and who keeps it."""
LOOKED_AT: Final = 400
"""With several packs there can be millions of ways to throw in; the first ones are enough."""


class HeuristicDurak(DurakBot):
    """Plays by worth, and counts cards when the talon is gone."""

    def choose(self, view: "View", legal: "Sequence[Action]", clock: Clock) -> "Action":
        """One rule of thumb for each question."""
        self.view = view
        self.cards = Cards.of(self.rules, view)
        self.unseen = unseen(self.rules, view)
        self.late = not view.talon or not self.rules.draws
        self.average = fmean(map(self.worth, self.unseen)) if self.unseen else 0.0
        self.listed = listed = list(islice(legal, LOOKED_AT))
        if len(listed) == 1 or listed[0].kind == "swap":  # a better trump for a worse one
            return listed[0]
        match view.phase:
            case "redeal":
                return self.redeal(listed)
            case "open":
                return max(listed, key=self.gain_of_opening)
            case "defend":
                return self.defend(listed)
            case _:
                return self.throw_in(listed)

    # What cards are worth

    def worth(self, card: str) -> float:
        """Its strength, and more for a trump; less for one that will soon be none."""
        strength = self.cards.strength(card)
        above = strength - self.cards.ranks
        if above < 0:
            return float(strength)
        fading = self.rules.hides_trump and self.view.talon  # the last card drawn makes a new trump
        return above + FADING if fading else strength + TRUMP

    def gain(self, cards: Iterable[str]) -> float:
        """What parting with these cards brings."""
        if self.late:  # nothing is replaced: every card less is good, the worst ones most
            highest = 2.0 * self.cards.ranks + TRUMP
            return sum(highest - self.worth(card) for card in cards)
        return sum(self.average - self.worth(card) for card in cards)

    # Attacking

    def gain_of_opening(self, action: "Action") -> float:
        """Low cards and pairs first; but if that wins, what the defender cannot beat."""
        hand = self.view.hand or ()
        more = len(by_rank(hand)[rank(action.cards[0])]) - len(action.cards)
        gain = self.gain(action.cards) + PAIR * more
        held = self.held_by(self.view.defender)
        if self.late and held is not None:
            beaten = {card for card in hand if self.can_beat(held, card)}
            if len(by_rank(beaten)) <= 1:  # all others, then this rank, and the hand is empty
                gain += 100.0 * len(set(action.cards) - beaten)
        return gain

    def throw_in(self, listed: "list[Action]") -> "Action":
        """Throw what gains; after giving up the defender keeps it, so nothing that helps him."""
        best = max(listed, key=lambda action: self.gain(action.cards))
        least = HELPING if self.view.phase == "after" and not self.late else 0.0
        return best if self.gain(best.cards) > least else PASS

    def held_by(self, seat: int) -> tuple[str, ...] | None:
        """The hand of another seat, if counting tells it."""
        view = self.view
        hidden = view.hand_counts[seat] - len(view.known[seat])
        if not hidden:
            return view.known[seat]
        return (*view.known[seat], *self.unseen) if hidden == len(self.unseen) else None

    def can_beat(self, held: Iterable[str], attack: str) -> bool:
        """Whether one of these cards beats the attack card."""
        return any(self.cards.beats(card, attack) for card in held)

    # Defending

    def defend(self, listed: "list[Action]") -> "Action":
        """Pass it on if that is cheap, else beat everything at the least cost, else take."""
        passing = self.cheapest_passing(listed)
        if passing is not None and not any(map(self.cards.is_trump, self.laid(passing))):
            return passing
        beating = self.cheapest_beating(listed)
        if beating is not None:
            return beating
        return passing or TAKE

    @staticmethod
    def laid(action: "Action") -> tuple[str, ...]:
        """The cards that an action lays; a ticket is only shown."""
        return () if action.kind == "show" else action.cards

    def cheapest_passing(self, listed: "list[Action]") -> "Action | None":
        """A ticket costs nothing; else the transfer that gains most."""
        shows = [action for action in listed if action.kind == "show"]
        if shows:
            return shows[0]
        transfers = [action for action in listed if action.kind == "transfer"]
        return max(transfers, key=lambda action: self.gain(action.cards), default=None)

    def cheapest_beating(self, listed: "list[Action]") -> "Action | None":
        """The first beat of a way to beat everything, unless taking is cheaper."""
        open_cards = [n for n, lying in enumerate(self.view.table) if lying.beaten_by is None]
        beats = [action for action in listed if action.kind == "beat"]
        choices = {
            target: sorted(
                (action for action in beats if action.target == target),
                key=lambda action: self.worth(action.card),
            )
            for target in open_cards
        }
        used: dict[str, Action] = {}
        for target in sorted(open_cards, key=lambda target: len(choices[target])):
            free = [a for a in choices[target] if a.card.split("@")[0] not in used]
            if not free:
                return None
            used[free[0].card.split("@")[0]] = free[0]
        if self.cost_of(used) > self.cost_of_taking():
            return None
        return next(iter(used.values()))

    def cost_of(self, cards: Iterable[str]) -> float:
        """What laying these cards costs; nothing is too dear when the talon is empty."""
        return -float("inf") if self.late else -self.gain(cards)

    def cost_of_taking(self) -> float:
        """The lost turn and the cards, less what they are good for."""
        lying = [c for t in self.view.table for c in (t.card, t.beaten_by) if c]
        good = sum(max(0.0, self.worth(card) - self.average) for card in lying)
        return TAKING + TAKEN * len(lying) - good

    # Redealing

    def redeal(self, listed: "list[Action]") -> "Action":
        """Ask for new cards if these are worse than others are on average."""
        mine = fmean(map(self.worth, self.view.hand or ()))
        return next(a for a in listed if a.demand is (mine < self.average))
