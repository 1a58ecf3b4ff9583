"""stub"""

import typer

ab = typer.Typer()


@ab.command("list")
def a() -> None:
    """x"""


@ab.command("show")
def b() -> None:
    """x"""
