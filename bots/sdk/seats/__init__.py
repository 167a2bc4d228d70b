"""The seats of a process: they receive events, answer, and report faults."""
