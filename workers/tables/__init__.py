"""Keep the official tables of ratings current in the background."""
