"""Records of games, and the check of one by replay."""
