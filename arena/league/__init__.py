"""Schedules, boards, ratings, standings. Pure: knows ids and numbers, not cards."""
