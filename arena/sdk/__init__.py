"""What a bot author imports. No Django and no database on its import path."""
