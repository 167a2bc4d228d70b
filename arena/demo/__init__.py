"""`arena demo`: a whole service with house bots and a tournament, on this machine."""
