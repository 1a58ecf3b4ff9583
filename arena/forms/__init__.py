"""The arena's forms: they read what a browser sends; the services judge it."""
