"""The commands that talk to a site; each module is read when its command is asked for."""
