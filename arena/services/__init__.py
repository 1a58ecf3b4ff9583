"""What the arena writes."""
