"""The tournaments app, on the real database."""
