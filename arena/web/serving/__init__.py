"""Serve pages as HTML, JSON and CSV, cache them, and check addresses and forms."""
