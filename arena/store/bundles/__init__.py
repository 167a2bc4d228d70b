"""Store submitted bots: uploads, bundles, archives, checks and seat logs."""
