"""Records of games, and their verification by replay."""
