"""The pages of bots: finding them, sending one in, following its checks, choosing what plays."""
