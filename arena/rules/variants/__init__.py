"""The variants: a page of data, options and presets for each."""
