"""The page's figures for Prometheus."""

from prometheus_client.core import Metric

from arena.metrics import counter, counters
from arena.store import Store
from arena.web.serving.page import CountedAnswers


class Figures:
    """Reads the figures of one web process."""

    def __init__(self, answers: CountedAnswers, store: Store) -> None:
        self._answers = answers
        self._store = store

    async def read(self) -> list[Metric]:
        """Return them as they are now."""
        return [
            counters("web_answers", "Answers of the page, by class of status.", "status", self._answers.counts),
            counter("store_errors", "Transactions that failed because Postgres was away.", self._store.failures),
        ]
