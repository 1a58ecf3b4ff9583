"""Every sentence in which a Durak rule set explains itself; the one home of their wording.

The part of a code before the first dot is its section.  Where an option's value alone picks
the sentence, the code ends in that value.  The site translates the templates.
"""

from typing import Final

from arena.games.durak.explain_bout_templates import BOUT_TEMPLATES
from arena.games.durak.explain_game_templates import GAME_TEMPLATES

SECTION_TEMPLATES: Final[dict[str, str]] = {
    "setup": "Setup",
    "start": "Who attacks",
    "attack": "Attack",
    "defence": "Defence",
    "transfer": "Passing on",
    "throw": "Throwing in",
    "take": "Taking",
    "draw": "Drawing",
    "end": "End of the game",
    "teams": "Teams",
    "special": "Special rules",
    "next": "Next game",
    "server": "On this server",
}

TEMPLATES: Final[dict[str, str]] = {**BOUT_TEMPLATES, **GAME_TEMPLATES}
