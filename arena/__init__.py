"""The bot side: rule engines, protocol, SDK, game server, match runner, and their Django app."""
