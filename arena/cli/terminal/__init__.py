"""Shared parts of commands: tables, spreadsheets, words of time, refusals."""
