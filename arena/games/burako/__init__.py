"""Burako for two and four seats (RULES part 2); points and meld legality are `scoring.burako`'s."""
