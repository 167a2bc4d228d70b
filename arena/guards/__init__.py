"""Guards: tokens, limits, token buckets, certificates, proxies and refusals."""
