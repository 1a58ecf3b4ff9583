"""Everything that changes a league. Each service locks the league, asks the permissions table,
changes something, and leaves one entry in the log (`common.league_note`)."""
