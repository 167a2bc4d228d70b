"""`arena bot check`: a bot at a mock arena, case by case."""
