"""A bot in a confined process: one seat, one socket."""
