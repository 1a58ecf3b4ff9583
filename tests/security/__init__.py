"""Attacks that must come to nothing; each test is named after its attack (SANDBOX.md)."""
