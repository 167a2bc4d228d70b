"""For Celery's own tools: `celery -A workers inspect active` looks for the app here."""

from workers.process.app import app

__all__ = ["app"]
