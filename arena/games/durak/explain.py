"""A rule set explains itself in words: sections of sentences that the site can translate."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.games.durak import explain_bout, explain_game
from arena.games.durak.conflicts import options_for
from arena.games.durak.explain_facts import Facts, say
from arena.games.durak.explain_templates import SECTION_TEMPLATES
from arena.games.durak.options import OPTION_NAMES, DurakOptions
from arena.games.durak.profiles import Profile, profile_title
from scoring.messages import Message, message


@dataclass(frozen=True, slots=True)
class Section:
    """One heading and what is said under it."""

    code: str
    title: Message
    sentences: tuple[Message, ...]


SECTIONS: Final[dict[str, Callable[[Facts], Iterator[Message]]]] = {
    "setup": explain_bout.setup,
    "start": explain_bout.start,
    "attack": explain_bout.attack,
    "defence": explain_bout.defence,
    "transfer": explain_bout.transfer,
    "throw": explain_bout.throw,
    "take": explain_bout.take,
    "draw": explain_game.draw,
    "end": explain_game.end,
    "teams": explain_game.teams,
    "special": explain_game.special,
    "next": explain_game.next_game,
    "server": explain_game.server,
}


def explain(
    options: DurakOptions, players: int, profile: Profile | None = None
) -> tuple[Section, ...]:
    """The rules at a table of so many players; a section without sentences is left out.

    Where a profile is given and the options are no longer its own, the last sentence names
    what differs.
    """
    facts = Facts(options, players)
    sections = []
    for code, told in SECTIONS.items():
        sentences = [*told(facts)]
        if code == "server" and profile is not None:
            sentences += _changed(options, profile)
        if sentences:
            title = message(SECTION_TEMPLATES, code)
            sections.append(Section(code, title, tuple(sentences)))
    return tuple(sections)


def _changed(options: DurakOptions, profile: Profile) -> Iterator[Message]:
    usual = options_for(profile.name)
    names = [name for name in OPTION_NAMES if getattr(options, name) != getattr(usual, name)]
    if names:
        title = (profile_title(profile),)
        yield say("server.changed", profile=title, names=", ".join(names))
