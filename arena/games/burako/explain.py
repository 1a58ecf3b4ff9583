"""The rules in words: the kernel tells the game, this adds what the arena does on its own."""

from collections.abc import Mapping
from typing import Final

from scoring.burako import BurakoRuleSet
from scoring.burako.explain import Section
from scoring.burako.explain import explain as explain_game
from scoring.messages import message

ARENA_TEMPLATES: Final[Mapping[str, str]] = {
    "arena": "In the arena",
    "arena.pairs": "Four bots play: seats 0 and 2 against seats 1 and 3.",
    "arena.duel": "Two bots play, each alone; there is nobody to consult.",
    "arena.starter": "The first starter is drawn by lot with the shuffle.",
    "arena.muerto": "An empty rack takes the muerto by itself; there is no action for it.",
    "arena.consult": (
        "Whoever asks the partner whether to close shows the server a plan that closes with the "
        "tiles in the rack. The partner sees only the question; everybody sees the answer."
    ),
    "arena.timeout": (
        "A seat that does not answer in time draws from the mazo, takes the pozo if the mazo is "
        "empty, discards the tile it has drawn or else its cheapest one, and agrees to close."
    ),
}


def explain(options: BurakoRuleSet, players: int) -> tuple[Section, ...]:
    """Section by section; the last one is the arena's."""
    pairs = players > 2
    codes = ["arena.pairs" if pairs else "arena.duel", "arena.starter", "arena.muerto"]
    codes += ["arena.consult"] * pairs + ["arena.timeout"]
    sentences = tuple(message(ARENA_TEMPLATES, code) for code in codes)
    return (*explain_game(options), Section("arena", message(ARENA_TEMPLATES, "arena"), sentences))
