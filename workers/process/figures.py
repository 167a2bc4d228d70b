"""A worker's figures for Prometheus."""

from typing import Final

from prometheus_client.core import Metric, SummaryMetricFamily

from arena.metrics import counter, counters, gauge
from arena.play import DISCONNECTED, ILLEGAL, RESIGNED, TIMEOUT
from arena.store import Store
from workers.play.lease import Leases
from workers.play.played import MALFORMED

KINDS: Final = (TIMEOUT, ILLEGAL, MALFORMED, DISCONNECTED, RESIGNED)


def read_figures(leases: Leases, store: Store) -> list[Metric]:
    """Return them as they are now.

    What tables are under play for and bots are not charged, by decision, is the delay of arena and network together.
    """
    played, blocks = leases.played(), leases.blocks
    faults = {kind: played.faults[kind] for kind in KINDS}
    table_s, charged_s = played.table_us / 1e6, played.charged_us / 1e6
    writes = SummaryMetricFamily("arena_worker_journal_write_seconds", "Renewals of leases, with what journals lacked.")
    writes.add_metric([], leases.writes, leases.writing_s)
    return [
        gauge("worker_blocks", "Blocks that this worker has.", len(blocks)),
        gauge("worker_tables", "Tables that it has under play.", sum(block.tables for block in blocks)),
        gauge("worker_journal_waits", "What waits for a journal now.", sum(block.journal_waits for block in blocks)),
        writes,
        counter("games", "Games that were played out and stored.", played.games),
        counter("decisions", "Decisions of bots that were entered.", played.decisions),
        counter("table_seconds", "How long tables were under play, in all.", table_s),
        counter("charged_seconds", "What of it bots were charged.", charged_s),
        counters("answer_faults", "Answers that were late, illegal or missing.", "kind", faults),
        counter("store_errors", "Transactions that failed because Postgres was away.", store.failures),
    ]
