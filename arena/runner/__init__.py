"""Running matches: the queue's rules now; sandbox drivers and the match worker join later."""
