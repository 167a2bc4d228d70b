"""The store's exceptions; the text of each is one line for a person."""


class StoreError(Exception):
    """Raised when the store cannot do what was asked; the text gives the reason."""


class StoreUnavailableError(StoreError):
    """Raised when Postgres does not answer, or went away.

    Nothing was done or, if Postgres went away in the middle, the outcome is unknown. Try again.
    """


class LockedOutError(StoreError):
    """Raised when another session held a lock for too long; nothing was done."""


class EditedMigrationError(StoreError):
    """Raised when the database's migrations are not those of this release."""


class OldDatabaseError(StoreError):
    """Raised for a database whose schema is older than release 1.0: this release cannot migrate it."""


class InvalidNameError(StoreError):
    """Raised when a name has wrong characters or a wrong length."""


class NameTakenError(StoreError):
    """Raised when an owner or a tournament has that name already."""


class VersionExistsError(StoreError):
    """Raised when the bot has a version of that name: versions never change."""


class NotYourBotError(StoreError):
    """Raised when a bot belongs to another owner."""


class InvalidPairError(StoreError):
    """Raised when two bots cannot be a pair; the text says why."""


class NotConnectedError(StoreError):
    """Raised when a bot that is needed at once has no seats to offer."""


class InvalidBeaconError(StoreError):
    """Raised when a signature is not that of the beacon's round."""


class UnknownOwnerError(StoreError):
    """Raised when no owner has that name."""


class UnknownBotError(StoreError):
    """Raised when no bot, or no version of it, has that name."""


class UnknownTokenError(StoreError):
    """Raised when no token that the caller may see has that number."""


class DeadTokenError(StoreError):
    """Raised when the token was revoked or has expired."""


class DeadInviteError(StoreError):
    """Raised when an invite does not exist, was used, was taken back or has expired."""


class EndedTokenError(StoreError):
    """Raised when the token to be replaced was revoked or has expired."""


class InvalidLabelError(StoreError):
    """Raised when a token's label is too long."""


class UnknownTournamentError(StoreError):
    """Raised when no tournament has that name."""


class UnknownGameError(StoreError):
    """Raised when no closed board of the tournament has a game of that id."""


class NotRatedError(StoreError):
    """Raised when there is no closed board of that bot, or of any bot, in that variant."""


class InvalidTournamentError(StoreError):
    """Raised when a tournament cannot be created from the request; the text says which part."""


class WrongStateError(StoreError):
    """Raised when a tournament's state does not allow the call.

    The text gives the state, and what can be done instead.
    """


class ArchivedError(StoreError):
    """Raised when games were moved to a file; the text says which games, and which file."""


class NotArchivableError(StoreError):
    """Raised when games cannot be moved to a file, or put back; the text says why."""


class LeaseLostError(StoreError):
    """Raised when a block is not leased under that number: another worker has it, or it is done."""


class BadResultError(StoreError):
    """Raised when results contradict themselves or do not fit their block: a bug of the caller."""


class JournalGapError(StoreError):
    """Raised when a journal row starts after the end of the stored actions: a bug of the caller.

    Attributes: *game_id*: whose journal it is; 0 where that is not known.
    """

    def __init__(self, line: str, game_id: int = 0) -> None:
        super().__init__(line)
        self.game_id = game_id


class QuotaUsedError(StoreError):
    """Raised when an owner would exceed a quota of storage or frequency."""


class PracticeFullError(StoreError):
    """Raised when no more practice tables are kept."""


class PracticeMovedError(StoreError):
    """Raised when a practice table is no longer the version that was changed."""
