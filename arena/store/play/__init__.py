"""Store the play of blocks: claims, leases, journals, results, gateways, workers."""
