"""`arena bot run`: a bot's file plays house bots in this process, no server needed."""
