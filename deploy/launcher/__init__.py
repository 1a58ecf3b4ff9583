"""`make run`: one command from a fresh clone to a running service."""
