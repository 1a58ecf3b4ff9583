"""The pages of matches: asking for one, following it, and what came of it."""
