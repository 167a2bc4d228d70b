"""What closed boards show beside strengths: luck, conduct, help between players."""
