"""Tables: ratings, standings, and their evidence."""
