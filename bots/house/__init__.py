"""The house bots; `bots.sdk.practice.local.house_bot` returns one by name."""
