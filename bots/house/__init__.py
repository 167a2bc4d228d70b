"""The house's own bots; `bots.sdk.local.house_bot` finds them by name."""
