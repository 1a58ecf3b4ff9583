"""Pure rule engines for Durak and Burako."""
