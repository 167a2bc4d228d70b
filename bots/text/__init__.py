"""`python -m bots text`, which seats text programs at an arena."""
