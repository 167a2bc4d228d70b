"""`python -m bots text`: connect programs that speak the text protocol to an arena."""
