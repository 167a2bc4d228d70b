"""Errors that end a command with one line and an exit code."""

import click


class Refusal(click.ClickException):
    """A user's request that cannot be fulfilled.

    The message is one line: the value given, what is wrong, and how to fix it.
    """

    exit_code = 2


class Unavailable(Refusal):
    """A request that the arena or its database cannot answer just now.

    Repeating the command later may help.
    """

    exit_code = 4
