"""Pages and forms for signed-in callers."""
