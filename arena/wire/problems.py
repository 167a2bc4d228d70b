"""What can be wrong with a message that came over the wire."""


class Malformed(ValueError):
    """A message that says nothing its field could mean; its text is one line: what was given and what is accepted."""
