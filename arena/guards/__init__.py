"""Guards against strangers: tokens, limits, buckets, certificates, and how who is refused is told."""
