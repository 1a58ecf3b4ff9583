"""Pure scoring: points, ratings, pairings and standings. No Django, no I/O."""
