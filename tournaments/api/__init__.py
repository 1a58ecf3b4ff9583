"""The programming interface: what every part of it shares, and what tournaments offers.

Views only translate: they read what was sent, ask the services, selectors and permissions tables
that the pages ask, and tell what came of it.
"""
