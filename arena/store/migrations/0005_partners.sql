-- Where partners play, a bot has both seats of its side: it needs them free at once.

ALTER TABLE tournament_variants ADD COLUMN seats_each integer NOT NULL DEFAULT 1 CHECK (seats_each >= 1);

-- The variants of running tournaments, with who is connected with room for a table, and who has that room free.
CREATE OR REPLACE VIEW running_variants AS
    SELECT v.tournament_id, v.index,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.capacity >= v.seats_each), '{}') AS present,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.free >= v.seats_each), '{}') AS free
    FROM tournament_variants v
    JOIN tournaments t ON t.id = v.tournament_id AND t.state = 'running'
    JOIN free_seats f ON f.variant = v.variant
    GROUP BY v.tournament_id, v.index;

DROP VIEW present_versions;
