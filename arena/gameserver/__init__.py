"""The authoritative game server."""
