"""The workers' side: their port and their wake-ups."""
