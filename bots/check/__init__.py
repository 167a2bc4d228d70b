"""`arena bot check`: a bot is played against a mock arena, case by case, and told what passed and why what did not."""
