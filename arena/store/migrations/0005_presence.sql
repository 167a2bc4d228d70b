-- Who is there at this moment: gateways, the bots connected to them and their free seats, workers;
-- who is missing, and what bots did wrong.

-- Each gateway renews its row every 2 s; one that was not seen for 10 s counts as gone.
CREATE TABLE gateways (
    id text PRIMARY KEY,
    link_address text NOT NULL,
    seen timestamptz NOT NULL
);

CREATE TABLE instances (
    gateway_id text NOT NULL REFERENCES gateways ON DELETE CASCADE,
    version_id bigint NOT NULL REFERENCES bot_versions,
    instance text NOT NULL,
    max_seats integer NOT NULL CHECK (max_seats > 0),
    variants text[] NOT NULL,
    -- Asked in columns: its blocks are claimed side by side, for batches grow with the tables.
    columnar boolean NOT NULL DEFAULT false,
    PRIMARY KEY (gateway_id, version_id, instance)
);
CREATE INDEX instances_of_version ON instances (version_id);

-- An instance that has just moved from one gateway to another is counted once, where it was seen
-- last.
CREATE VIEW live_instances AS
    SELECT DISTINCT ON (i.version_id, i.instance)
        i.version_id, i.instance, i.gateway_id, i.max_seats, i.variants, i.columnar
    FROM instances i JOIN gateways g ON g.id = i.gateway_id
    WHERE g.seen > now() - interval '10 seconds'
    ORDER BY i.version_id, i.instance, g.seen DESC;

-- Each worker process renews its row with its sweeps. What it plays stands in `blocks`.
CREATE TABLE workers (
    name text PRIMARY KEY,
    seen timestamptz NOT NULL
);

CREATE VIEW live_workers AS SELECT name FROM workers WHERE seen > now() - interval '15 seconds';

-- How often each version did what is wrong (docs/explanation/faults.md). Gateways add what they
-- saw every 2 s, results what was in their games.
CREATE TABLE faults (
    version_id bigint NOT NULL REFERENCES bot_versions,
    fault text NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    last timestamptz NOT NULL,
    PRIMARY KEY (version_id, fault)
);

-- Minutes in which a version did what keeps others waiting.
CREATE TABLE strikes (
    version_id bigint NOT NULL REFERENCES bot_versions,
    minute timestamptz NOT NULL,
    fault text NOT NULL,
    PRIMARY KEY (version_id, minute)
);

-- Versions that are or were suspended, the last time each.
CREATE TABLE suspensions (
    version_id bigint PRIMARY KEY REFERENCES bot_versions,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    fault text NOT NULL,
    times integer NOT NULL CHECK (times > 0)  -- one after another
);

-- How long a bot has been missing in a running tournament, without the time in which the arena
-- itself was away.
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

-- Seats that a version offers for tables of a variant. One that is suspended offers none.
CREATE VIEW offered_seats AS
    SELECT i.version_id, v.variant, sum(i.max_seats) AS capacity
    FROM live_instances i
    CROSS JOIN LATERAL (SELECT DISTINCT unnest(i.variants) AS variant) v
    WHERE NOT EXISTS (
        SELECT FROM suspensions s WHERE s.version_id = i.version_id AND s.until > now())
    GROUP BY 1, 2;

-- The same with those that are free.
CREATE VIEW free_seats AS
    SELECT o.version_id, o.variant, o.capacity, o.capacity - coalesce(t.seats, 0) AS free
    FROM offered_seats o LEFT JOIN (
        SELECT s.version_id, sum(s.seats) AS seats
        FROM block_seats s JOIN blocks b ON b.id = s.block_id
        WHERE b.state = 'leased' AND b.lease_until > now() GROUP BY 1
    ) t ON t.version_id = o.version_id;

-- The same of some versions, without a look at any others: planned once, and read by index however
-- much there is. A pair has, of its side, two seats for each that both its members have.
CREATE FUNCTION seats_of(versions bigint[], asked text) RETURNS SETOF free_seats
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY SELECT o.version_id, o.variant, o.capacity, o.capacity - coalesce((
            SELECT sum(s.seats) FROM block_seats s WHERE s.version_id = o.version_id
                AND (SELECT b.lease_until FROM blocks b WHERE b.id = s.block_id) > now()
        ), 0)
        FROM offered_seats o WHERE o.variant = asked AND o.version_id = ANY (versions);
    IF EXISTS (SELECT FROM pairs p WHERE p.version_id = ANY (versions)) THEN
        RETURN QUERY SELECT p.version_id, asked, 2 * min(f.capacity), 2 * min(f.free)
            FROM pairs p CROSS JOIN LATERAL seats_of(ARRAY[p.first_id, p.second_id], asked) f
            WHERE p.version_id = ANY (versions) GROUP BY p.version_id HAVING count(*) = 2;
    END IF;
END $$;

-- The variants of running tournaments, with who of all that are connected offers seats enough for a
-- table, and who has so many free.
CREATE VIEW running_variants AS
    SELECT v.tournament_id, v.index,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.capacity >= v.seats_each), '{}')
            || CASE v.seats_each WHEN 2 THEN pairs_among(array_agg(f.version_id)) END AS present,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.free >= v.seats_each), '{}')
            || CASE v.seats_each WHEN 2
                THEN pairs_among(array_agg(f.version_id) FILTER (WHERE f.free > 0)) END AS free,
        v.family, t.priority
    FROM tournament_variants v
    JOIN tournaments t ON t.id = v.tournament_id AND t.state = 'running'
    JOIN free_seats f ON f.variant = v.variant
    GROUP BY v.tournament_id, v.index, t.priority;

-- Who is missing in running tournaments, by variant: a pair as soon as one of its members is.
CREATE VIEW absent_entrants AS
    SELECT DISTINCT e.tournament_id, v.index AS variant_index, e.version_id
    FROM entrants e JOIN tournaments t ON t.id = e.tournament_id AND t.state = 'running'
    JOIN tournament_variants v ON v.tournament_id = t.id
    JOIN sitters s ON s.version_id = e.version_id
    LEFT JOIN free_seats f ON f.version_id = s.sitter_id AND f.variant = v.variant
        AND f.capacity >= coalesce(s.seats, v.seats_each)
    WHERE f.version_id IS NULL;
