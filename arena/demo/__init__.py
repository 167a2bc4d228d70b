"""`arena demo`: run a whole service on this machine, where house bots play a tournament."""
