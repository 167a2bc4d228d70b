"""The zygote: a trusted process with the kit in memory, which forks confined seats."""
