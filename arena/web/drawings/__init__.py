"""Pictures, computed here and written as SVG by templates."""
