"""What is said about a whole game beside the sentences of a worked bout."""

from typing import Final

TOLD_TEMPLATES: Final[dict[str, str]] = {
    "told.bout": "Bout %(number)s: %(who)s attacks %(other)s",
    "told.before_bouts": "Before the first bout",
    "told.turned": "Turned up: %(card)s.",
    "told.secret_cards": "%(who)s has secret cards: %(cards)s.",
    "told.name": "%(who)s",
    "told.redeal_demanded": "%(who)s asks for a new deal.",
    "told.redeal_declined": "%(who)s keeps the hand.",
    "told.passes": "%(who)s passes.",
    "told.all_passes": "%(names)s pass.",
    "told.no_swap": "%(who)s does not swap the trump card.",
    "told.lets_stand": "%(who)s lets it stand.",
    "told.all_lets_stand": "%(names)s let it stand.",
    "told.penalty": "%(who)s draws %(cards)s for it.",
    "told.draws": "%(who)s draws %(cards)s.",
    "told.secret": "%(who)s has no cards left and picks up the secret cards: %(cards)s.",
    "told.epaulettes_1": "With a lowest card at the end, %(who)s wears an epaulette.",
    "told.epaulettes_2": "With two lowest cards at the end, %(who)s wears two epaulettes.",
}
