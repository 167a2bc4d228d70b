"""Rate closed boards, and read statistics that are derived from closed boards."""
