"""Views: functions that request the content of each page from the API."""
