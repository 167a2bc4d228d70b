"""Compute findings on closed boards other than strengths: luck, conduct, help between players."""
