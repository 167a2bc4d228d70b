"""Seats of one version: a stream to the arena on one side, confined processes on the other."""
