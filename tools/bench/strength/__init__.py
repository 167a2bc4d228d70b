"""Measure the strength of bots: one-hand duplicate boards, a ladder of neighbours, a sequential stop."""
