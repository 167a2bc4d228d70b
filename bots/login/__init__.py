"""The command `login` of the kit."""
