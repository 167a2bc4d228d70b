"""The conditions of the store. The text of each is one line for a person."""


class StoreError(Exception):
    """The store cannot do what was asked, for a reason its text gives."""


class StoreUnavailable(StoreError):
    """Postgres does not answer, or went away in the middle: nothing was done, or it is not known whether. Try again."""


class EditedMigration(StoreError):
    """The migrations that the database was made with are not those of this release."""


class UnshippedDatabase(StoreError):
    """The database was made before the first release, and nothing can be taken over from it."""


class InvalidName(StoreError):
    """A name has characters or a length that names must not have."""


class NameTaken(StoreError):
    """An owner or a tournament of that name is there already."""


class VersionExists(StoreError):
    """The bot has a version of that name; versions never change."""


class NotYourBot(StoreError):
    """A bot of that name belongs to another owner."""


class InvalidPair(StoreError):
    """Two bots cannot be a pair: the text says why."""


class NotTakingPart(StoreError):
    """An owner has no bot in the tournament that it would bring a number into."""


class InvalidContribution(StoreError):
    """A number is not the one that its owner committed to."""


class UnknownOwner(StoreError):
    """No owner has that name."""


class UnknownBot(StoreError):
    """No bot, or no version of it, has that name."""


class UnknownToken(StoreError):
    """No token has that number, or it is not one of those that the caller may see."""


class DeadToken(StoreError):
    """The token was revoked or has expired: it lets nobody in."""


class EndedToken(StoreError):
    """The token that is to be replaced was revoked or has expired."""


class InvalidLabel(StoreError):
    """A token's label is too long."""


class UnknownTournament(StoreError):
    """No tournament has that name."""


class UnknownGame(StoreError):
    """No closed board of the tournament has a game with that id."""


class NotRated(StoreError):
    """A number was asked for that nobody has: no closed board of that bot, or of anybody, in that variant."""


class InvalidTournament(StoreError):
    """A tournament cannot be made of what was given: the text says which part."""


class WrongState(StoreError):
    """What was asked cannot be done to a tournament in the state it is in: the text says which, and what can."""


class Archived(StoreError):
    """Games were asked for that were taken off to a file: the text says which."""


class NotArchivable(StoreError):
    """Games cannot be taken off to a file, or put back: the text says why."""


class LeaseLost(StoreError):
    """The block is no longer leased under that token: another worker has it, or it is done."""


class BadResult(StoreError):
    """Results do not fit the block they are said to be of, or contradict themselves. A bug of the caller."""


class JournalGap(StoreError):
    """A journal row starts after the end of what is stored of its game. A bug of the caller.

    Attributes:
        game_id: whose journal it is; 0 where that is not known.
    """

    def __init__(self, line: str, game_id: int = 0) -> None:
        super().__init__(line)
        self.game_id = game_id
