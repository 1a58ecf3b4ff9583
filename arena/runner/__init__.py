"""Running strangers' bots: signed orders, the sandbox, the runtime, validation, the worker."""
