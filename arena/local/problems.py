"""Why the service can't run here: conditions that a person can mend, each one clear line."""


class CannotStart(Exception):
    """The service can't start on this machine; the message is one line that says why and what to do."""


class StateInUse(CannotStart):
    """Another `arena up` (or demo) holds the lock of this state folder."""


class StateUnreachable(CannotStart):
    """The state folder cannot be made, or root's servers run as nobody, who can't get to it."""


class NoServerFound(CannotStart):
    """No program of Postgres or of Valkey is on this machine."""


class WrongMajor(CannotStart):
    """The data folder was written by another major version of Postgres than the one found."""


class KeepsDying(CannotStart):
    """A child died five times within a minute, or did not get ready in time."""
