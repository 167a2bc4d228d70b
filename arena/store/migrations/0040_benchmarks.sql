-- Tournaments that play the benchmark (docs/reference/benchmark.md): anybody knows their deals, and
-- they have no root. Who takes part is in `entrants`, the bot first.
ALTER TABLE tournaments DROP CONSTRAINT tournaments_kind,
    ADD CONSTRAINT tournaments_kind
        CHECK (kind IN ('round-robin', 'gauntlet', 'swiss', 'ladder', 'gate', 'benchmark'));

-- As before, and "known" of a benchmark.
CREATE OR REPLACE VIEW tournament_deals AS
    SELECT t.id AS tournament_id,
        CASE WHEN t.kind = 'benchmark' THEN 'known'
            WHEN t.contribution IS NULL THEN 'undrawn'
            WHEN EXISTS (SELECT FROM contribution_lists l
                WHERE l.tournament_id = t.id AND l.chain IS NOT NULL) THEN 'beacon'
            WHEN cardinality(b.owners) = 0 THEN 'operators' ELSE 'owners' END AS deals,
        b.owners AS contributors, u.owners AS unrevealed
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT ARRAY(
            SELECT o.name FROM contributions c JOIN owners o ON o.id = c.owner_id
            WHERE c.tournament_id = t.id AND t.contribution IS NOT NULL AND c.attempt = (
                SELECT max(l.attempt) FROM contribution_lists l WHERE l.tournament_id = t.id)
            ORDER BY o.name COLLATE "C") AS owners
    ) b CROSS JOIN LATERAL (
        SELECT ARRAY(
            SELECT o.name FROM contributions c JOIN owners o ON o.id = c.owner_id
            JOIN contribution_lists l
                ON (l.tournament_id, l.attempt) = (c.tournament_id, c.attempt)
            WHERE c.tournament_id = t.id AND l.ended IS NOT NULL AND c.nonce IS NULL
            ORDER BY o.name COLLATE "C") AS owners
    ) u;
