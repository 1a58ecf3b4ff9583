"""Bots that go wrong, each in its own way; what an author would have written by mistake."""

from typing import Final

HEAD: Final = "from arena.sdk import Bot, run\n"
TAIL: Final = "\nif __name__ == '__main__':\n    run(Mine)\n"


def bot(*lines: str, before: str = "") -> str:
    """A file with a bot whose `choose` has these lines."""
    body = "".join(f"        {line}\n" for line in lines)
    return (
        f"{before}{HEAD}class Mine(Bot):\n    def choose(self, view, legal, clock):\n{body}{TAIL}"
    )


GOOD: Final = bot("return legal[0]")
RAISES: Final = bot("raise KeyError('no such trump')")
ILLEGAL: Final = bot("return 'nonsense'")
SLOW: Final = bot("import time", "time.sleep(0.4)", "return legal[0]")
BLOCKS: Final = bot("import time", "time.sleep(3600)")
EXITS: Final = bot("import os", "os._exit(7)")
EATS: Final = bot("self.hoard = bytearray(900_000_000)", "return legal[0]")
PRINTS: Final = bot("print('x' * 100_000)", "return legal[0]")
MISSING_PACKAGE: Final = bot("return legal[0]", before="import pandas\n")
NO_RUN: Final = GOOD.replace(TAIL, "")
SILENT: Final = "import time\ntime.sleep(3600)\n"
NO_SYNTAX_ERROR_HERE: Final = "raise SystemExit('Something is missing.')\n"
