"""The forms of a league's organizers."""
