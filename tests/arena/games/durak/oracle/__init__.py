"""A second, slow Durak written from RULES.md alone, to hold the engine against.

Nothing here is shared with `arena.games.durak` but the options' names and values.  Cards are
strings, hands are lists, and the game is one generator that reads like RULES 1I: it asks, it
is answered, it goes on.

Where RULES.md leaves room, oracle and engine read it alike; these are the readings:

- The card below the face-up one (CT1) is the next of the order after it; the talon is the rest.
- Several cards laid at once are a set: only how many of the lowest rank come last means
  anything (EP1), so the engine may lay the others in its own order.
- When everybody can see that no card fits under the cap, the throw round of AFTER ends without
  passes, as in PRE and ADD.
- A seat without a legal throw is passed even if it could swap; after a swap that leaves it none
  it is passed as well.  Swapping is possible at every decision but REDEAL, CALL included.
- Of several copies of the lowest trump the lowest numbered one is laid in a swap.
- `neighbours`: across a team-mate the main attacker may sit on the lone defender's left; then
  the other side is the right one (S2: always two attack the player between them).
- A defender who can only take is asked all the same.
- CH1: throws and transfers may hold any cards, several at once, within the caps; openings and
  shows are honest.  T1 after a cheat that stood: the rank of the first attack card (S2).
- CH2: for a transfer or show the injured seat is the new defender.  CH3: a false call does not
  close the window, later seats are still asked; a barred seat is passed like one without a
  fitting card; a penalty card counts as drawn (1J); cards of an undone play stay known.
- O10: `lowest_trump_again` means the lowest trump, whatever `first_attacker` says.  With
  `first_out_*` and nobody out (stalled) the deal passes left.  TM6 is no shared loss.
"""

from tests.arena.games.durak.oracle.game import Oracle
from tests.arena.games.durak.oracle.questions import Action, canonical

__all__ = ["Action", "Oracle", "canonical"]
