"""Plan which boards a tournament plays, by kind of tournament."""
