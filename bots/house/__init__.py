"""The house bots; `bots.sdk.practice.local.house_bot` finds them by name."""
