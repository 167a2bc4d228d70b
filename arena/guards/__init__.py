"""Protect the services: tokens, limits, token buckets, certificates, trusted proxies, refusals."""
