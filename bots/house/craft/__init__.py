"""What `expert` goes by, a file for each idea; docs/explanation/house-bots.md tells it."""
