"""Keep the official tables up to date in the background."""
