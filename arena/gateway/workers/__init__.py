"""The gateway's side of the workers: their port and their wake-ups."""
