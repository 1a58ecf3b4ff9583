"""Who may do what: the register of everything that can be asked of the service."""
