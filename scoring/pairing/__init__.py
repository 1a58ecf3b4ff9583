"""Who plays whom: round robin, Swiss, knockout, groups then play-offs.  Every pairing says why."""

from scoring.pairing.common import (
    TEMPLATES,
    ByeAward,
    CompetitorId,
    Message,
    Pairing,
    PairingError,
    Round,
    Seat,
    Who,
)
from scoring.pairing.conflicts import round_conflicts
from scoring.pairing.groups import PlayOffs, Qualifier, play_offs, snake_groups
from scoring.pairing.knockout import (
    Bracket,
    BracketMatch,
    Entrant,
    LoserOf,
    MatchState,
    Outcome,
    Slot,
    WinnerOf,
    bracket_state,
    knockout,
    seed_order,
)
from scoring.pairing.round_robin import berger_round, round_robin
from scoring.pairing.seats import Claim, SeatHistory
from scoring.pairing.swiss import pair_swiss_round
from scoring.pairing.swiss_records import (
    Fixed,
    FixedBye,
    FixedPairing,
    Past,
    PastBye,
    PastMeeting,
    SwissEntrant,
    as_history,
)

__all__ = [
    "TEMPLATES",
    "Bracket",
    "BracketMatch",
    "ByeAward",
    "Claim",
    "CompetitorId",
    "Entrant",
    "Fixed",
    "FixedBye",
    "FixedPairing",
    "LoserOf",
    "MatchState",
    "Message",
    "Outcome",
    "Pairing",
    "PairingError",
    "Past",
    "PastBye",
    "PastMeeting",
    "PlayOffs",
    "Qualifier",
    "Round",
    "Seat",
    "SeatHistory",
    "Slot",
    "SwissEntrant",
    "Who",
    "WinnerOf",
    "as_history",
    "berger_round",
    "bracket_state",
    "knockout",
    "pair_swiss_round",
    "play_offs",
    "round_conflicts",
    "round_robin",
    "seed_order",
    "snake_groups",
]
