"""Measure how strong bots are: one-hand duplicate boards, a ladder of neighbours, a sequential stop."""
