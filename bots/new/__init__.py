"""`arena bot new`: a project for a bot of one's own, which passes its test and `arena bot check` as it is."""
