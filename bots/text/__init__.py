"""`python -m bots text`: seat text programs at an arena."""
