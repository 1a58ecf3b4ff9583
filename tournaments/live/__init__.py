"""Telling open pages at once that something has changed.

A service calls `live_notify(topic)` in its transaction; PostgreSQL passes it on when that commits,
to every web process. There one connection listens for all viewers (`hub`), and a stream
(`streams`) wakes up, asks the database what its reader may know now, and says so.
"""
