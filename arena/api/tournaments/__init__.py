"""Operations on tournaments and gates, from their creation to their end."""
