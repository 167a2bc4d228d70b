"""The content of each page, asked from the API."""
