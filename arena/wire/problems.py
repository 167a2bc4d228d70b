"""What can be wrong with a message that came over the wire."""


class Malformed(ValueError):
    """A message has no meaning; the text says what is accepted."""
