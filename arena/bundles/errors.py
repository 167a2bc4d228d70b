"""What is wrong with a bundle."""


class BadBundle(Exception):
    """Raised for a bundle that is not accepted: what was given, and what is accepted, in a line."""
