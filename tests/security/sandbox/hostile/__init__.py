"""Programs that want out.  They run inside the sandbox and say on standard output how far they got.

They know nothing but the standard library, and are told where the valuable things of the host lie:
a sandbox that relies on nobody knowing is none.
"""
