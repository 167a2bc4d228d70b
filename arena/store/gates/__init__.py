"""Store and judge gates, challenges and benchmarks."""
