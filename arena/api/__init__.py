"""What the arena offers programs: bots, matches, ladders."""
