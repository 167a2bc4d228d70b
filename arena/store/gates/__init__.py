"""Gates and challenges: made, judged, ended; and benchmarks."""
