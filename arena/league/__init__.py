"""Compute schedules, board scores, ratings and standings: pure code on ids and numbers, without I/O."""
