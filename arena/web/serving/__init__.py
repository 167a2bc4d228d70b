"""Serve pages as HTML, JSON and CSV: cached, with checked addresses and forms."""
