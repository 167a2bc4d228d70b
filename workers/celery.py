"""Celery's app, for its own tools: `celery -A workers inspect active`."""

from workers.process.app import app

__all__ = ["app"]
