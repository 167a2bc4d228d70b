"""Gates, challenges and benchmarks."""
