"""`arena demo`: from nothing to a table of ratings, on this machine."""
