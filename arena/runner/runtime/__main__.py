"""`python -m arena.runner.runtime`: build the hosted runtime, or say what it offers."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from arena.archive import hosted
from arena.runner.runtime import BuildError
from arena.runner.runtime import build as build_runtime

app = typer.Typer(add_completion=False, help=__doc__, no_args_is_help=True)


@app.command()
def build(
    to: Annotated[Path, typer.Option(help="The folder that holds the runtimes of this machine.")],
) -> None:
    """Build the runtime, unless it is there already."""
    try:
        runtime = build_runtime(to.absolute(), say=typer.echo)
    except BuildError as error:
        typer.echo(str(error), err=True)
        sys.exit(1)
    for name in hosted().programs:
        if name not in runtime.programs:
            typer.echo(f"This machine has no {name}: bots that need it cannot run here.")


@app.command()
def offers() -> None:
    """What bots find here, as the lock says."""
    for name, version in hosted().packages.items():
        typer.echo(f"{name} {version}")


if __name__ == "__main__":
    app()
