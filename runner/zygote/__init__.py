"""The zygote: a trusted process that has the kit in memory, and forks a confined seat of itself."""
