-- Tournaments that play the benchmark (docs/reference/benchmark.md): anybody knows their deals, and
-- they have no root. Who takes part is in `entrants`, the bot first.
ALTER TABLE tournaments DROP CONSTRAINT tournaments_kind,
    ADD CONSTRAINT tournaments_kind
        CHECK (kind IN ('round-robin', 'gauntlet', 'swiss', 'ladder', 'gate', 'benchmark'));
