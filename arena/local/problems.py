"""Errors that `arena up` raises when the service cannot start or keeps failing."""


class StartError(Exception):
    """Raised if the service, or a part of it, cannot run on this machine.

    The message is one line that says how to fix the problem.
    """


class CrashLoopError(StartError):
    """Raised if a child process died five times within a minute, or was not ready in time."""
