"""Errors of starting and running the service on this machine."""


class StartError(Exception):
    """The service, or a part of it, cannot run here; the message is one line that says what to do."""


class CrashLoopError(StartError):
    """A child died five times within a minute, or was not ready in time."""
