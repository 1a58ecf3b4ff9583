"""`durako guide`: the author's guide, in the terminal."""

import os
from importlib.resources import files

from rich.markdown import Markdown

from arena.sdk.cli.console import OUT


def guide() -> None:
    """Show the guide for authors."""
    text = (files("arena.sdk") / "README.md").read_text(encoding="utf-8")
    if OUT.is_terminal:
        os.environ.setdefault("LESS", "-R")  # or it shows the codes for colours as text
        with OUT.pager(styles=True):
            OUT.print(Markdown(text), soft_wrap=False)
    else:
        OUT.print(text, markup=False)
