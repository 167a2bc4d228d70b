"""What is for those who are signed in: forms, and what they do."""
