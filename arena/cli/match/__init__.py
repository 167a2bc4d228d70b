"""`arena match`: programs of this machine against each other."""
