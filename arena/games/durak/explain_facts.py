"""What several sections of an explanation ask about a rule set, and how they say something."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.games.durak.card_words import ranks_shown, suit_shown
from arena.games.durak.conflicts import deals_whole_pack
from arena.games.durak.explain_templates import TEMPLATES
from arena.games.durak.options import DurakOptions
from scoring.messages import Message, Parameter, message


@dataclass(frozen=True, slots=True)
class Facts:
    """A rule set at a table of so many players; some options mean nothing at some tables."""

    options: DurakOptions
    players: int

    @property
    def two_players(self) -> bool:
        return self.players == 2

    @property
    def in_teams(self) -> bool:
        return self.options.teams != "none"

    @property
    def has_trump(self) -> bool:
        return self.options.trump_mode == "suit"

    @property
    def all_dealt(self) -> bool:
        """Whether no card is left over, so that there is no draw pile at all."""
        o = self.options
        return self.players * (o.hand_size + o.secret) == o.deck * o.packs

    @property
    def trump_shown_from_hand(self) -> bool:
        """Rule 5."""
        return deals_whole_pack(self.options, self.players)

    @property
    def passes_on(self) -> bool:
        """Whether an attack can ever be passed on here (O16, O23)."""
        o = self.options
        return o.transfer != "off" and not (self.two_players and o.transfer_two_left == "never")

    @property
    def draws(self) -> bool:
        return self.options.quicky == "off" and not self.all_dealt

    @property
    def special_beating(self) -> bool:
        """Whether a special rule changes which card beats which."""
        o = self.options
        return (
            o.club_rule
            or o.low_beats_high
            or o.number_trump != "off"
            or o.weli != "off"
            or any(map(any, o.suit_matrix))
        )

    @property
    def lowest(self) -> str:
        return ranks_shown(self.options)[0]

    @property
    def highest(self) -> str:
        return ranks_shown(self.options)[-1]

    def suits(self, letters: Iterable[str]) -> tuple[Message, ...]:
        """Names of suits, as a list inside a sentence."""
        return tuple(suit_shown(self.options, letter) for letter in letters)


def say(code: str, /, **params: Parameter) -> Message:
    """One sentence of an explanation."""
    return message(TEMPLATES, code, **params)
