-- Late entry, withdrawal, bots that are away or keep others waiting, and boards that nobody will play (docs/tournaments.md).

ALTER TABLE tournaments ADD forfeit_after interval DEFAULT '1 day' CHECK (forfeit_after > '0');  -- null: never
ALTER TABLE entrants ADD late boolean NOT NULL DEFAULT false, ADD withdrawn timestamptz;

-- owed -> cancelled   a bot withdrew before the board was begun
-- owed -> forfeited   by those of `absent`, who did not come
DROP TRIGGER guard ON boards;
CREATE TRIGGER guard BEFORE UPDATE OF state ON boards
    FOR EACH ROW EXECUTE FUNCTION guard_state('owed>playing', 'playing>owed', 'playing>closed', 'owed>cancelled', 'owed>forfeited');
ALTER TABLE boards DROP CONSTRAINT boards_state_check,
    ADD CONSTRAINT boards_state_check CHECK (state IN ('owed', 'playing', 'closed', 'cancelled', 'forfeited')),
    ADD absent bigint[] CHECK ((state = 'forfeited') = (absent IS NOT NULL));

-- owed, leased, poisoned -> done   nothing of it will be played
DROP TRIGGER guard ON blocks;
CREATE TRIGGER guard BEFORE UPDATE OF state ON blocks
    FOR EACH ROW EXECUTE FUNCTION guard_state('owed>leased', 'leased>owed', 'leased>done', 'leased>poisoned', 'owed>poisoned',
        'poisoned>owed', 'owed>done', 'poisoned>done');

-- Minutes in which a version did what keeps others waiting.
CREATE TABLE strikes (
    version_id bigint NOT NULL REFERENCES bot_versions,
    minute timestamptz NOT NULL,
    fault text NOT NULL,
    PRIMARY KEY (version_id, minute)
);

-- Versions that are or were set aside, the last time each.
CREATE TABLE suspensions (
    version_id bigint PRIMARY KEY REFERENCES bot_versions,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    fault text NOT NULL,
    times integer NOT NULL CHECK (times > 0)  -- one after another
);

-- For how long a bot has been missing in a running tournament, not counting what the arena itself was away.
CREATE TABLE away (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    counted interval NOT NULL DEFAULT '0',
    looked timestamptz NOT NULL DEFAULT now(),
    checked timestamptz,
    PRIMARY KEY (tournament_id, variant_index, version_id),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
CREATE INDEX away_of_version ON away (version_id);

-- Seats of a version that are free for tables of a variant. One that is set aside has none.
CREATE OR REPLACE VIEW free_seats AS
    WITH capacity AS (
        SELECT i.version_id, v.variant, sum(i.max_seats) AS seats
        FROM live_instances i CROSS JOIN LATERAL (SELECT DISTINCT unnest(i.variants) AS variant) v
        WHERE NOT EXISTS (SELECT FROM suspensions s WHERE s.version_id = i.version_id AND s.until > now())
        GROUP BY 1, 2
    ), taken AS (
        SELECT s.version_id, sum(s.seats) AS seats
        FROM block_seats s JOIN blocks b ON b.id = s.block_id
        WHERE b.state = 'leased' AND b.lease_until > now() GROUP BY 1
    )
    SELECT c.version_id, c.variant, c.seats AS capacity, c.seats - coalesce(t.seats, 0) AS free
    FROM capacity c LEFT JOIN taken t ON t.version_id = c.version_id;

-- Who is missing in running tournaments, by variant.
CREATE VIEW absent_entrants AS
    SELECT e.tournament_id, v.index AS variant_index, e.version_id
    FROM entrants e JOIN tournaments t ON t.id = e.tournament_id AND t.state = 'running'
    JOIN tournament_variants v ON v.tournament_id = t.id
    LEFT JOIN free_seats f ON f.version_id = e.version_id AND f.variant = v.variant AND f.capacity >= v.seats_each
    WHERE f.version_id IS NULL;
