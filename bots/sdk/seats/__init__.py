"""The seats of a bot's process: they receive events, return answers and report errors."""
