"""`arena tournament`: from its creation to its results."""
