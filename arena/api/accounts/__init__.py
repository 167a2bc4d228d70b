"""Operations on owners, bots, versions, pairs and tokens."""
