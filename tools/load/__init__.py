"""Many bots of every kind at a whole arena, for an hour; where it saturates; and a herd that returns."""
