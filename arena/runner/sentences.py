"""What is said about the check of a bot: every sentence of it, in English, by a short code.

The runner knows no Django and not who will read: it reports the code and what stands in the
sentence's places, beside the English words. The site says the same in the reader's language
(`arena.step_texts`); deploy.translations takes the tables into its catalogue.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Self

from arena.archive.refusals import ALL_TEMPLATES as REFUSAL_TEMPLATES

PASSED_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unpacked": "%(file)s, %(size)s KiB.",
        "started": "The program was started in the sandbox.",
        "hello": "It said hello as %(client)s.",
        "hello_unnamed": "It said hello without a name.",
        "played": "%(games)s games, %(decisions)s decisions, %(average)s ms each, %(longest)s ms "
        "at most.",
        "stopped": "Stopped after %(seconds)s seconds, with %(over)s of %(games)s games over and "
        "without a mistake.",
    }
)
"""About a step that went well."""

ENDING_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ended_memory": "It needed more memory than the %(limit)s MiB allowed.",
        "ended_cpu_time": "It used more than the %(limit)s seconds of processor time allowed.",
        "ended_wall_time": "It was still running after %(limit)s seconds.",
        "ended_killed": "It was stopped because the match was over.",
        "ended_crashed": "It was ended by the signal %(signal)s.",
        "ended_exited": "It ended by itself with exit code %(code)s.",
        "early": "The program ended before it said hello.",
        "early_refused": "The game server refused it. If your bot does not play these rules, do "
        "not name them: untick them, or leave them out of durako.toml.",
        "early_not_installed": "It imports %(module)s, which is not installed here. There is: "
        "%(packages)s. Pack anything else into your archive.",
        "early_python": 'A bot in Python ends with: if __name__ == "__main__": run(MyBot). Its '
        "log may tell more.",
        "early_other": "It must connect to the address in DURAKO_ADDRESS and say hello there; the "
        "protocol is described in arena/protocol/README.md.",
        "last_line": "The last line of its log: %(line)s",
        "in_match": "The program ended in the middle of the match.",
        "no_hello": "It did not say hello within %(seconds)s seconds.",
    }
)
"""About a program that is no longer there, or never was."""

TABLE_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fault_timeout": "Game %(game)s, decision %(decision)s: It did not answer in time.",
        "fault_illegal": "Game %(game)s, decision %(decision)s: Its answer was against the rules.",
        "fault_malformed": "Game %(game)s, decision %(decision)s: Its answer could not be read as "
        "an action.",
        "fault_other": "Game %(game)s, decision %(decision)s: It made a mistake.",
        "server_says": "The game server says: %(detail)s",
        "raised": "That is what the SDK sends when your bot raises an error: its log says where.",
        "printed": "Its log says: %(line)s",
        "forfeit_strikes": "It made too many mistakes.",
        "forfeit_no_start": "It did not say hello in time: connect to DURAKO_ADDRESS, send "
        "DURAKO_TOKEN, and say hello before anything that takes long.",
        "forfeit_disconnected": "Its stream closed and did not come back in time.",
        "forfeit_protocol": "It broke the protocol, and its stream was closed.",
        "forfeit_other": "It did not play to the end.",
    }
)
"""About what the bot did wrong at a table."""

OUR_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "machine_lacks": "The machine that was to check it has no %(program)s.",
        "to_the_operator": "To whoever runs this service: %(detail)s",
    }
)
"""About our own faults; what our machines say of themselves stays English, as in their logs."""

ANSWER_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "nothing_in_time": "(nothing, until its time was up)",
        "nothing_readable": "(nothing that could be read as an action)",
    }
)
"""In the place of an answer that was none; they travel as they are."""

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **REFUSAL_TEMPLATES,
        **PASSED_TEMPLATES,
        **ENDING_TEMPLATES,
        **TABLE_TEMPLATES,
        **OUR_TEMPLATES,
    }
)
"""All that a step can say; an archive that cannot be unpacked is refused as when it is sent in."""

_PLACE: Final = re.compile(r"%\((\w+)\)s")
Param = str | int | float


@dataclass(frozen=True, slots=True)
class Sentence:
    """One of `SENTENCES`, and what stands in its places."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)

    @property
    def is_known(self) -> bool:
        """Whether it can be worded here: a runner or a report may be of another version."""
        template = SENTENCES.get(self.code)
        return template is not None and set(_PLACE.findall(template)) == set(self.params)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(value["code"], value["params"])


class SaidError(Exception):
    """An error that says its text in sentences."""

    def __init__(self, *said: Sentence) -> None:
        super().__init__(in_words(said))
        self.said = said


def sentence(code: str, /, **params: Param) -> Sentence:
    """Something to say."""
    return Sentence(code, params)


def in_words(
    said: Iterable[Sentence],
    *,
    translate: Callable[[str], str] = str,
    shown: Callable[[Param], object] = str,
) -> str:
    """Sentences that are known, one after the other; in English if nobody translates."""
    return " ".join(
        translate(SENTENCES[one.code]) % {name: shown(value) for name, value in one.params.items()}
        for one in said
    )
