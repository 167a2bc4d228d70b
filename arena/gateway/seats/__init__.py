"""The gateway's seats: their bots and workers, questions and answers, and bots' time."""
