"""The authoritative game server."""

import os

# gRPC looks at this once, when it is imported, so it stands before everything else of ours.  The
# thread that waits for messages then also reads them, instead of being woken by threads that do:
# a sixth less core-time for a decision (`make bench BENCH=table` shows both).  What gRPC does not
# know any more it reports in a line and leaves alone; whoever sets the variable has chosen.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_listener")
