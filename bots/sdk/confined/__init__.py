"""Run a bot in a confined process that plays one seat over one socket."""
