"""People, competitions and the site's shell."""
