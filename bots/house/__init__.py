"""The house's own bots; `bots.sdk.practice.local.house_bot` finds them by name."""
