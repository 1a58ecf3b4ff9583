"""Runs a module as a child of the benchmark that ends when the benchmark does.

The child itself sees to that: code between fork and exec does not go with gRPC's threads, which
the benchmark has.
"""

import runpy
import sys

from arena.runner.lifeline import die_with_parent

if __name__ == "__main__":
    die_with_parent()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
