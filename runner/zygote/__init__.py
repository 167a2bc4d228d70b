"""The zygote: a trusted process that has imported the kit and forks confined seats."""
