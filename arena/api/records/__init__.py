"""Operations that return boards, games and their records."""
