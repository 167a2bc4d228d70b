"""How often printed intervals cover the truth, in seasons of made-up players: `make coverage`."""
