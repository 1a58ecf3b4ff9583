"""Telling open pages at once that something has changed.

A service calls `live_notify(topic)` in its transaction; PostgreSQL passes it on when that commits,
to every web process. There one connection listens for all viewers (`hub`), and each stream
(`streams`) says what is new. When rights may have changed, or something may have been missed, a
stream first asks the database what its reader may know now.
"""
