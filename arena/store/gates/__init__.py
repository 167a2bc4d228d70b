"""Store and judge gates and challenges."""
