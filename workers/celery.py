"""The app, where Celery's own tools look: `celery -A workers inspect active`."""

from workers.process.app import app

__all__ = ["app"]
