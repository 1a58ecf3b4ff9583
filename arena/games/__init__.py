"""Pure rule engines for Durak and Burako: rule sets, games, replays, series.

A rule set is a named profile, with options (RULES 1B, 2E) as keywords; `profiles()` names them all.
What cannot be played is refused with every reason.

>>> from arena.games import commitment, profiles, replay, rules, rules_from_json, verify_commitment
>>> len(profiles()), profiles()["durak/german-cheat"].rated
(28, False)
>>> r = rules("durak/german", players=3, transfer_count="equal")
>>> rules("durak/duel24", players=3)
Traceback (most recent call last):
    ...
arena.games.errors.RulesRefused: ...
>>> r.explain()[0].title.text()  # the rules in words, section by section
'Setup'
>>> rules_from_json(r.to_json()) == r
True

A game asks one seat at a time.  `legal()` is a sequence, which may be very long: several packs
and large hands give more ways to throw in than fit in memory, so they are made when asked for.

>>> game = r.deal(seed=7)  # a whole number, a text or bytes; see `arena.games.shuffle`
>>> game.seat, game.phase
(1, 'open')
>>> [str(action) for action in game.legal()][:3]  # the short notation; also r.notation(action)
['♥8', '♣9', '♣10']
>>> action = game.legal()[0]
>>> action.to_json()
{'a': 'attack', 'cards': ['8H']}
>>> game.apply(action)  # or its JSON form
>>> game.apply({"a": "attack", "cards": ["AS"]})
Traceback (most recent call last):
    ...
arena.games.errors.IllegalAction: ...
>>> game.apply({"a": "wave"})
Traceback (most recent call last):
    ...
arena.games.errors.MalformedAction: ...
>>> game.default_action()  # for a seat that does not answer in time
<Action {'a': 'pass'}>

A view is what a seat may know; `view(None)` is what everybody may, `reveal()` the whole truth.

>>> seen = game.view(0)
>>> len(seen.hand), seen.hand_counts, game.view(None).hand
(6, (6, 5, 6), None)
>>> r.view_from_json(seen.to_json()) == seen
True

>>> while game.seat is not None:
...     game.apply(game.default_action())
>>> game.outcome.losers, game.outcome.reason
((1, 2), 'stalled')
>>> replay(r, 7, game.log_to_json()).outcome == game.outcome  # game.log: the same as values
True

A series deals one game after the other by the next-game rules.  A finished game of a series is
replayed with its `start`.  `commitment` is published before a game, the seed after it.

>>> series = r.series(seed=7)
>>> series.next_game().start == r.deal(seed=7).start
True
>>> verify_commitment("a long random text", commitment("a long random text"))
True

Burako has the same interface.  A game is one hand; its series is a match to the target.

>>> match = rules("burako/duel", target_points=500).match(seed=7)  # or .series(seed=7)
>>> for game in match:
...     while game.seat is not None:
...         game.apply(game.default_action())
>>> match.progress.outcome.reason.value, len(match.totals_by_hand)
('hands', 40)
>>> replay(match.rules, 7, game.log_to_json(), start=39).outcome.totals == game.outcome.totals
True

`legal()` of Burako leaves out what has no end of variants; `arena.games.burako.planning` finds it:
openings with several melds, also for a bot that has only a view, and plans to close for `consult`.

>>> from arena.games.burako.planning import openings_in_view
>>> game = rules("burako/pairs").deal(seed=7)
>>> game.apply({"a": "draw"})
>>> [str(opening) for opening in openings_in_view(game.rules, game.view(game.seat))][:1]
['10: r r y & 11: b g y']

For tests and studies: `r.deal_stacked([order_of_card_ids], dealer=0)` deals a given pack (Burako:
`r.deal_stacked(order_of_tile_ids, starter=0)`), and `game.copy()` is an independent game in the
same position.
"""

from arena.games.errors import IllegalAction, MalformedAction, ReplayMismatch, RulesRefused
from arena.games.registry import profiles, replay, rules, rules_from_json
from arena.games.shuffle import Seed, commitment, verify_commitment

__all__ = [
    "IllegalAction",
    "MalformedAction",
    "ReplayMismatch",
    "RulesRefused",
    "Seed",
    "commitment",
    "profiles",
    "replay",
    "rules",
    "rules_from_json",
    "verify_commitment",
]
