"""The worker process: Celery's app, settings, and what runs for life."""
