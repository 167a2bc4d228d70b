"""Operations that return ratings, standings, and findings on closed boards."""
