"""Keep the official tables current in the background."""
