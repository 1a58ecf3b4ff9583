"""The `durako` command: everything a bot author does at home."""

from arena.sdk.cli.app import main

__all__ = ["main"]
