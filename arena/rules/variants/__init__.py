"""The variants: each a page of data, its options and its presets."""
