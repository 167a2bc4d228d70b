"""The conditions of the store.

The text of each is one line for a person.
"""


class StoreError(Exception):
    """Raised when the store cannot do what was asked.

    Its text gives the reason.
    """


class StoreUnavailable(StoreError):
    """Raised when Postgres does not answer, or went away.

    Nothing was done or, where it went away in the middle, it is not known whether. Try again.
    """


class LockedOutError(StoreError):
    """Raised when another session held a lock for too long.

    Nothing was done. The text says which session it was.
    """


class EditedMigration(StoreError):
    """Raised when the database's migrations are not this release's.

    That is, those that it was made with.
    """


class OldDatabaseError(StoreError):
    """Raised for a database whose schema is older than release 1.0.

    This release cannot migrate it.
    """


class InvalidName(StoreError):
    """Raised when a name has wrong characters or a wrong length."""


class NameTaken(StoreError):
    """Raised when an owner or a tournament has that name already."""


class VersionExists(StoreError):
    """Raised when the bot has a version of that name.

    Versions never change.
    """


class NotYourBot(StoreError):
    """Raised when a bot belongs to another owner."""


class InvalidPair(StoreError):
    """Raised when two bots cannot be a pair.

    The text says why.
    """


class NotConnected(StoreError):
    """Raised when a bot that is needed at once has no seats to offer."""


class InvalidBeaconError(StoreError):
    """Raised when a signature is not that of the beacon's round."""


class UnknownOwner(StoreError):
    """Raised when no owner has that name."""


class UnknownBot(StoreError):
    """Raised when no bot, or no version of it, has that name."""


class UnknownToken(StoreError):
    """Raised when no token has that number.

    Also where it is not one of those that the caller may see.
    """


class DeadToken(StoreError):
    """Raised when the token was revoked or has expired.

    It lets nobody in.
    """


class DeadInvite(StoreError):
    """Raised when an invite's code makes nobody an owner.

    There is no such invite, or it was used, was taken back or has expired.
    """


class EndedToken(StoreError):
    """Raised when the token to be replaced was revoked or has expired."""


class InvalidLabel(StoreError):
    """Raised when a token's label is too long."""


class UnknownTournament(StoreError):
    """Raised when no tournament has that name."""


class UnknownGame(StoreError):
    """Raised when no closed board of the tournament has that game.

    The game is given by its id.
    """


class NotRated(StoreError):
    """Raised when a number was asked for that nobody has.

    There is no closed board of that bot, or of anybody, in that variant.
    """


class InvalidTournament(StoreError):
    """Raised when a tournament cannot be made of what was given.

    The text says which part.
    """


class WrongState(StoreError):
    """Raised when a tournament's state does not allow what was asked.

    The text says which state it is in, and what can be done.
    """


class Archived(StoreError):
    """Raised when games were taken off to a file.

    The text says which games, and which file.
    """


class NotArchivable(StoreError):
    """Raised when games cannot be taken off, or put back.

    The text says why.
    """


class LeaseLost(StoreError):
    """Raised when a block is not leased under that token.

    It is no longer: another worker has it, or it is done.
    """


class BadResult(StoreError):
    """Raised when results do not fit their block.

    That is the block they are said to be of; or they contradict themselves. A bug of the caller.
    """


class JournalGap(StoreError):
    """Raised when a journal row leaves actions out.

    It starts after the end of what is stored of its game. A bug of the caller.

    Attributes:
        game_id: whose journal it is; 0 where that is not known.
    """

    def __init__(self, line: str, game_id: int = 0) -> None:
        super().__init__(line)
        self.game_id = game_id


class QuotaUsed(StoreError):
    """Raised where an owner would keep more, or hand in more often, than it may."""


class PracticeFull(StoreError):
    """Raised where no more practice tables are kept."""


class PracticeMoved(StoreError):
    """Raised when a practice table is another version than the one that was changed."""
