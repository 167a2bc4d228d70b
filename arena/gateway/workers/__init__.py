"""The workers' side: their port, and the wake-ups they get."""
