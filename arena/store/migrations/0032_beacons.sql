-- A public beacon instead of owners' numbers (docs/explanation/seeds.md).

-- Of such a list nobody comes in: `chain` is there from the creation on, `round` is chosen when it
-- is signed, and `told` is that round's signature, which was checked before it was stored.
ALTER TABLE contribution_lists
    ADD chain bytea CHECK (length(chain) = 32),
    ADD round bigint CHECK (round > 0),
    ADD told bytea CHECK (length(told) = 48),
    ADD CHECK (chain IS NOT NULL OR round IS NULL),
    ADD CHECK (chain IS NULL OR attempt = 0 AND (round IS NULL) = (signature IS NULL)),
    ADD CHECK (told IS NULL OR round IS NOT NULL),
    ADD CHECK (chain IS NULL OR ended IS NULL OR told IS NOT NULL);

CREATE OR REPLACE VIEW closed_lists AS
    SELECT l.tournament_id, l.attempt, l.closed, l.signer, l.signature, l.ended, e.owners,
        e.commitments, e.nonces, l.chain, l.round, l.told
    FROM contribution_lists l CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(o.name ORDER BY o.name COLLATE "C"), '{}') AS owners,
            coalesce(array_agg(c.commitment ORDER BY o.name COLLATE "C"), '{}') AS commitments,
            coalesce(array_agg(c.nonce ORDER BY o.name COLLATE "C"), '{}') AS nonces
        FROM contributions c JOIN owners o ON o.id = c.owner_id
        WHERE (c.tournament_id, c.attempt) = (l.tournament_id, l.attempt)
    ) e WHERE l.closed IS NOT NULL;

-- As before, and "beacon": the round of a public beacon.
CREATE OR REPLACE VIEW tournament_deals AS
    SELECT t.id AS tournament_id,
        CASE WHEN t.contribution IS NULL THEN 'undrawn'
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
