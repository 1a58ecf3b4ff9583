"""The composition root: settings, routes, processes and the one-command launcher."""
