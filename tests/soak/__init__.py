"""The long runs: `make soak`, or `make soak SOAK=short` for a taste of each."""
