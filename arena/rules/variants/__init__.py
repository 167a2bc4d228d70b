"""The variants: each has rules, options and presets."""
