"""Schedules, boards, ratings, standings. Pure code on ids and numbers, without cards or I/O."""
