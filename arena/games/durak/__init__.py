"""Durak: every rule and variant of the four Durak seeds (RULES part 1)."""
