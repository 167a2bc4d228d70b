"""Gates and challenges: made, judged, ended."""
