"""`arena demo`: a tournament of six bots on this machine, from nothing to a table of ratings."""
