"""Every attack on the sandbox that we know of, by its name, run by a real hostile program.

`hostile/` holds the programs, `worker.py` the process that starts them through the real driver,
once as root and once as an ordinary user, `harness.py` its other end, and the tests say what must
not have happened.
"""
