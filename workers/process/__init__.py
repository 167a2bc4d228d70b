"""The worker process: Celery's app, its settings, what runs for life."""
