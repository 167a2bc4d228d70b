"""What the time between two own decisions tells of those who had no choice."""
