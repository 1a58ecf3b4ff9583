"""Places where strangers' programs run and can do no harm: one interface, several drivers."""
