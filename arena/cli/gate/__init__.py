"""Commands for gates and challenges."""
