"""Reasons why the service can't run here, each one clear line."""


class CannotStart(Exception):
    """The service can't start here; the message says what to do."""


class StateInUse(CannotStart):
    """Another `arena up` (or demo) holds the lock of this state folder."""


class StateUnreachable(CannotStart):
    """The state folder cannot be made, or the servers can't reach it."""


class PortTaken(CannotStart):
    """Another program listens where this arena would."""


class NoServerFound(CannotStart):
    """No program of Postgres or of Valkey is on this machine."""


class WrongMajor(CannotStart):
    """The data folder was written by another major version of Postgres."""


class NotRunning(CannotStart):
    """No service runs over this state folder."""


class CrashLoopError(CannotStart):
    """A child died five times a minute, or was never ready."""
