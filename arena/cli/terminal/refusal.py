"""A user's error: one line on standard error, exit code 2."""

import click


class Refusal(click.ClickException):
    """A user's request that cannot be done.

    The message is one line: what was given, what is accepted.
    """

    exit_code = 2
