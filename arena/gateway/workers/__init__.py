"""The gateway's port for workers, and the checks of their messages."""
