"""A Durako site seen from an author's machine: what the `durako` command does on line.

Only the standard library; nothing here prints or asks. Imported when a command needs it, so that
what works offline starts as quickly as before.
"""
