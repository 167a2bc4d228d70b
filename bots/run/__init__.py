"""`arena bot run`: play a bot's file against house bots in this process."""
