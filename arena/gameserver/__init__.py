"""The authoritative game server."""

import os

# gRPC looks at this once, when it is imported, so it stands before everything else of ours.  The
# thread that waits for messages then also reads them, instead of being woken by threads that do:
# less core-time for a message (`make bench BENCH=table` shows an echo with and without).  What gRPC
# does not know any more it reports in a line and leaves alone; who sets the variable has chosen.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_listener")
