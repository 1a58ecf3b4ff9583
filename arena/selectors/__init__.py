"""What the arena reads."""
