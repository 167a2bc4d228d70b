"""Pictures of the page for the README."""
