"""`arena bot check`: test a bot against a mock arena, case by case."""
