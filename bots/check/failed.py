"""What a case says when the bot does not pass it."""


class Failed(Exception):
    """The bot did not do what the protocol asks; the message is one line: what was asked, what came."""
