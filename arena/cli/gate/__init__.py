"""Commands for gates, challenges and ladders."""
