"""Between the rule engines and the protocol: values to messages, messages to values, replays.

The game server and the SDK both speak through this package; it does no input or output itself.
"""
