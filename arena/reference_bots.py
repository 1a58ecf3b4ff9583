"""The SDK's reference bots as programs to send in, like everybody's. No Django here."""

import io
import zipfile
from dataclasses import dataclass
from typing import Final

from arena.archive.manifest import MANIFEST
from arena.archive.start import MAIN

DURAK: Final = ("durak/volga", "durak/duel24", "durak/concise", "durak/german")
"""One from each text that our rules of Durak follow."""
BURAKO: Final = ("burako/pairs", "burako/duel")
_PROGRAM: Final = '''"""{summary}

The bot itself comes with the SDK: its source is in arena/sdk/bots, to read and to copy.
"""

from arena.sdk import run
from arena.sdk.bots import REFERENCE

if __name__ == "__main__":
    run(REFERENCE["{key}"])
'''
_MANIFEST: Final = """name = "{name}"
description = "{description}"
start = ["python", "{main}"]
profiles = [{profiles}]
"""
_BEFORE_ZIP: Final = (1980, 1, 1, 0, 0, 0)
"""The same bytes on every machine and every day: what is sent in twice is recognised by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceBot:
    """One of `arena.sdk.bots.REFERENCE`, and how it is presented."""

    key: str
    name: str
    summary: str
    profiles: tuple[str, ...]

    @property
    def description(self) -> str:
        """Says what it is to whoever meets it in a list."""
        return (
            f"A reference bot of Durako, not somebody's work in the arena. {self.summary} "
            "It comes with the kit for bot authors: read it, copy it, beat it."
        )

    @property
    def file_name(self) -> str:
        return f"reference-{self.key}.zip"

    def archive(self) -> bytes:
        """Always the same bytes."""
        manifest = _MANIFEST.format(
            name=self.name,
            description=self.description,
            main=MAIN,
            profiles=", ".join(f'"{profile}"' for profile in self.profiles),
        )
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            program = _PROGRAM.format(summary=self.summary, key=self.key)
            for name, text in ((MANIFEST, manifest), (MAIN, program)):
                archive.writestr(zipfile.ZipInfo(name, _BEFORE_ZIP), text)
        return packed.getvalue()


REFERENCE_BOTS: Final = (
    ReferenceBot(
        key="heuristic",
        name="Heuristic",
        summary="It plays by rules of thumb, as people do who know the game.",
        profiles=(*DURAK, *BURAKO),
    ),
    ReferenceBot(
        key="greedy",
        name="Greedy",
        summary="It looks no further than this one action, and takes what costs least.",
        profiles=(*DURAK, *BURAKO),
    ),
    ReferenceBot(
        key="random",
        name="Random",
        summary="It plays anything that the rules allow.",
        profiles=(*DURAK, *BURAKO),
    ),
    ReferenceBot(
        key="search",
        name="Search",
        summary="It deals the cards that it has not seen in many ways, and looks what wins.",
        profiles=DURAK,
    ),
)
"""In the order in which they are checked: the first two can soon play each other."""
