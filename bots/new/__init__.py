"""`arena bot new`: write a project for a new bot, ready to run."""
