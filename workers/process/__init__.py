"""The worker process: Celery's app, settings, and background tasks."""
