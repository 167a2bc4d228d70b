"""The Celery app, for Celery's own tools: `celery -A workers inspect active`."""

from workers.process.app import app

__all__ = ["app"]
