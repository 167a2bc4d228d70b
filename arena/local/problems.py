"""Errors that `arena up` raises when the service cannot start or keeps failing."""


class StartError(Exception):
    """The service, or a part of it, cannot run on this machine; the message is one line that says how to fix that."""


class CrashLoopError(StartError):
    """A child process died five times within a minute, or was not ready in time."""
