"""The variants: for each a page of data, options and presets."""
