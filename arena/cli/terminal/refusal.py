"""A user's error: one line on standard error, exit code 2."""

import click


class Refusal(click.ClickException):
    """What was asked cannot be done as it was asked; the message is one line: what was given, what is accepted."""

    exit_code = 2
