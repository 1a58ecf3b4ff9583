"""A version is tried before it may play: unpack, start, handshake, a short match per profile.

Whatever the bot does wrong ends in a step that failed, with the sentence, the exchange and the log
that its author needs. Whatever we do wrong ends in the verdict BROKEN, which says nothing about
the bot.
"""
