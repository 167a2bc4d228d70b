"""`arena bot new`: a project for a new bot, ready to run."""
