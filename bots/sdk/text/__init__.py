"""Text seats: programs that read lines and answer each question with a line."""
