"""Confine this process. Standard library only: a confined process imports nothing else of ours."""
