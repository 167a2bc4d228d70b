"""What a person at a practice table is refused: one line each."""


class PracticeError(ValueError):
    """A practice table refuses a request; the message says what is accepted."""


class CannotDo(PracticeError):
    """What was asked for cannot be done now, as an undo before any decision."""


class BadTable(PracticeError):
    """A text is no practice table, or no deal of one."""


class TooLong(PracticeError):
    """The table has come to the most decisions it may have."""
