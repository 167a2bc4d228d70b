"""Views: the content of each page, requested from the API."""
