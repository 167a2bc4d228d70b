"""Define the exceptions of the store; the text of each is one line for people."""


class StoreError(Exception):
    """Raised when the store cannot do what was asked; the text gives the reason."""


class StoreUnavailableError(StoreError):
    """Raised when Postgres does not answer or breaks the connection; the caller may try again.

    If the connection broke during a commit, the change may have been stored. Otherwise nothing was stored.
    """


class LockedOutError(StoreError):
    """Raised when another session held a database lock for too long; nothing was changed."""


class EditedMigrationError(StoreError):
    """Raised when the migrations applied to the database differ from those of this release."""


class OldDatabaseError(StoreError):
    """Raised for a database whose schema is older than release 1.0: this release cannot migrate it."""


class InvalidNameError(StoreError):
    """Raised when a name has wrong characters or a wrong length."""


class NameTakenError(StoreError):
    """Raised when another owner or tournament already has the requested name."""


class VersionExistsError(StoreError):
    """Raised when the bot already has a version of this name; versions never change."""


class NotYourBotError(StoreError):
    """Raised when the caller does not own the bot."""


class InvalidPairError(StoreError):
    """Raised when two bots cannot be a pair; the text says why."""


class NotConnectedError(StoreError):
    """Raised when a bot that has to play at once is not connected, or offers too few seats."""


class InvalidBeaconError(StoreError):
    """Raised when a signature is not the beacon's signature of the required round."""


class UnknownOwnerError(StoreError):
    """Raised when there is no owner of the given name."""


class UnknownBotError(StoreError):
    """Raised when there is no bot, or no version of the bot, of the given name."""


class UnknownTokenError(StoreError):
    """Raised when there is no token with the given id, or the caller may not see it."""


class DeadTokenError(StoreError):
    """Raised when the caller's token was revoked or has expired."""


class DeadInviteError(StoreError):
    """Raised when an invite does not exist, was used or withdrawn, or has expired."""


class EndedTokenError(StoreError):
    """Raised when a token that should be replaced was revoked or has expired."""


class InvalidLabelError(StoreError):
    """Raised when a token's label is too long."""


class UnknownTournamentError(StoreError):
    """Raised when there is no tournament of the given name."""


class UnknownGameError(StoreError):
    """Raised when no closed board of the tournament has a game with the given id."""


class NotRatedError(StoreError):
    """Raised when the bot, or every bot, has no rated board in the given variant."""


class InvalidTournamentError(StoreError):
    """Raised when a tournament cannot be created as requested; the text names the wrong setting."""


class WrongStateError(StoreError):
    """Raised when the state of a tournament or bundle forbids the call; the text says what to do instead."""


class ArchivedError(StoreError):
    """Raised when the requested games were moved to an archive file, which the text names."""


class NotArchivableError(StoreError):
    """Raised when games cannot be moved to an archive file or restored; the text says why."""


class LeaseLostError(StoreError):
    """Raised when the worker's lease of a block is lost: another worker has the block, or the block is over."""


class BadResultError(StoreError):
    """Raised when game results are contradictory or do not fit their block: a bug of the worker."""


class JournalGapError(StoreError):
    """Raised when a journal row starts after the end of the stored actions: a bug of the worker.

    Attributes: *game_id*: the id of the game; 0 if it is not known.
    """

    def __init__(self, line: str, game_id: int = 0) -> None:
        super().__init__(line)
        self.game_id = game_id


class QuotaUsedError(StoreError):
    """Raised when an owner would exceed a quota: storage, submissions per hour, or unfinished challenges."""


class PracticeFullError(StoreError):
    """Raised when the maximum number of practice tables is stored."""


class PracticeMovedError(StoreError):
    """Raised when a practice table was changed or deleted since the caller read it."""
