-- Registered pairs: two bots that enter as one where partners play (docs/tournaments.md). A pair is a version of its own, which
-- nobody connects as: it is what enters, is scored and is rated; its two members are who sits.

ALTER TABLE bots ALTER owner_id DROP NOT NULL,  -- null: a pair of two owners' bots
    ADD is_pair boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT bots_owned CHECK (is_pair OR owner_id IS NOT NULL),
    DROP CONSTRAINT bots_name_format,
    ADD CONSTRAINT bots_name_format CHECK (CASE WHEN is_pair
        THEN name ~ '^[a-z0-9][a-z0-9_-]{0,39}\+[a-z0-9][a-z0-9_-]{0,39}$' ELSE name ~ '^[a-z0-9][a-z0-9_-]{0,39}$' END);
ALTER TABLE bot_versions ADD is_pair boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT bot_versions_version_format,
    ADD CONSTRAINT bot_versions_version_format CHECK (CASE WHEN is_pair
        THEN version ~ '^[a-z0-9._-]{1,40}\+[a-z0-9._-]{1,40}$' ELSE version ~ '^[a-z0-9._-]{1,40}$' END);

CREATE TABLE pairs (
    version_id bigint PRIMARY KEY REFERENCES bot_versions,
    first_id bigint NOT NULL REFERENCES bot_versions,  -- members, in the order of their names
    second_id bigint NOT NULL REFERENCES bot_versions CHECK (second_id <> first_id),
    owner_ids bigint[] NOT NULL,  -- theirs, each once, ascending
    UNIQUE (first_id, second_id)
);
CREATE INDEX pairs_of_second ON pairs (second_id);

-- What an owner has asked for; once the other member's owner asks for the same there is a pair, and these go.
CREATE TABLE pair_offers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    first_id bigint NOT NULL REFERENCES bot_versions,
    second_id bigint NOT NULL REFERENCES bot_versions,
    owner_id bigint NOT NULL REFERENCES owners,
    UNIQUE (first_id, second_id, owner_id)
);

-- "name@version" of every version. Of a pair of two owners' bots `owner_id` is null and `owner` names both.
CREATE OR REPLACE VIEW named_versions AS
    SELECT v.id, b.name || '@' || v.version AS bot, b.name, v.version, b.id AS bot_id, o.id AS owner_id,
        coalesce(o.name, (SELECT string_agg(w.name, '+' ORDER BY w.name) FROM owners w WHERE w.id = ANY (p.owner_ids))) AS owner,
        coalesce(p.owner_ids, ARRAY[o.id]) AS owner_ids
    FROM bot_versions v JOIN bots b ON b.id = v.bot_id LEFT JOIN owners o ON o.id = b.owner_id
    LEFT JOIN pairs p ON p.version_id = v.id;

-- Who sits for a version, and how many of the seats of its side (null: all): itself, or both members of a pair.
CREATE VIEW sitters AS
    SELECT v.id AS version_id, v.id AS sitter_id, NULL::integer AS seats FROM bot_versions v WHERE NOT v.is_pair
    UNION ALL SELECT version_id, first_id, 1 FROM pairs
    UNION ALL SELECT version_id, second_id, 1 FROM pairs;

-- The versions of a line-up, and of its pairs the members.
CREATE FUNCTION with_members(line_up bigint[]) RETURNS bigint[] LANGUAGE sql STABLE COST 1 AS $$
    SELECT line_up || ARRAY(SELECT unnest(ARRAY[p.first_id, p.second_id]) FROM pairs p WHERE p.version_id = ANY (line_up))
$$;

-- Everybody in whose line-ups one of a line-up's bots would sit.
CREATE FUNCTION sharing(line_up bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT m.ids || ARRAY(SELECT p.version_id FROM pairs p WHERE p.first_id = ANY (m.ids) OR p.second_id = ANY (m.ids))
    FROM (SELECT with_members(line_up) AS ids) m
$$;

-- The pairs whose members are both among some versions.
CREATE FUNCTION pairs_among(versions bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT ARRAY(SELECT p.version_id FROM pairs p WHERE p.first_id = ANY (versions) AND p.second_id = ANY (versions))
$$;

-- Seats of some versions for tables of a variant, without a look at any others: planned once, and by index whatever there is. A pair has, of
-- its side, two for each that both its members have.
CREATE OR REPLACE FUNCTION seats_of(versions bigint[], asked text) RETURNS SETOF free_seats
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY SELECT o.version_id, o.variant, o.capacity, o.capacity - coalesce((
            SELECT sum(s.seats) FROM block_seats s
            WHERE s.version_id = o.version_id AND (SELECT b.lease_until FROM blocks b WHERE b.id = s.block_id) > now()
        ), 0)
        FROM offered_seats o WHERE o.variant = asked AND o.version_id = ANY (versions);
    IF EXISTS (SELECT FROM pairs p WHERE p.version_id = ANY (versions)) THEN
        RETURN QUERY SELECT p.version_id, asked, 2 * min(f.capacity), 2 * min(f.free)
            FROM pairs p CROSS JOIN LATERAL seats_of(ARRAY[p.first_id, p.second_id], asked) f
            WHERE p.version_id = ANY (versions) GROUP BY p.version_id HAVING count(*) = 2;
    END IF;
END $$;

-- The same of all that are connected.
CREATE OR REPLACE VIEW running_variants AS
    SELECT v.tournament_id, v.index,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.capacity >= v.seats_each), '{}')
            || CASE v.seats_each WHEN 2 THEN pairs_among(array_agg(f.version_id)) END AS present,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.free >= v.seats_each), '{}')
            || CASE v.seats_each WHEN 2 THEN pairs_among(array_agg(f.version_id) FILTER (WHERE f.free > 0)) END AS free,
        split_part(v.variant, '-', 1) AS family, t.priority
    FROM tournament_variants v
    JOIN tournaments t ON t.id = v.tournament_id AND t.state = 'running'
    JOIN free_seats f ON f.variant = v.variant
    GROUP BY v.tournament_id, v.index, t.priority;

-- A block that was passed over keeps the seats of members too: only what it keeps is new here.
CREATE OR REPLACE FUNCTION next_blocks(families text[], passed bigint[], most integer) RETURNS TABLE (id bigint, place bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
    turn record;
    patient record;
    found_now integer;
BEGIN
    SELECT p.id, CASE WHEN p.id IS NOT NULL THEN sharing(p.line_up) END AS kept INTO patient FROM patient_block() p;
    FOR turn IN SELECT t.id, t.place FROM tournaments_in_turn t ORDER BY t.place LOOP
        RETURN QUERY SELECT a.id, turn.place
            FROM able_blocks(turn.id, families, passed, patient.id, patient.kept, 9223372036854775807, true, false, most) AS a (id);
        GET DIAGNOSTICS found_now = ROW_COUNT;
        most := most - found_now;
        EXIT WHEN most <= 0;
    END LOOP;
END $$;

-- Who is missing in running tournaments, by variant: a pair as soon as one of its members is.
CREATE OR REPLACE VIEW absent_entrants AS
    SELECT DISTINCT e.tournament_id, v.index AS variant_index, e.version_id
    FROM entrants e JOIN tournaments t ON t.id = e.tournament_id AND t.state = 'running'
    JOIN tournament_variants v ON v.tournament_id = t.id JOIN sitters s ON s.version_id = e.version_id
    LEFT JOIN free_seats f ON f.version_id = s.sitter_id AND f.variant = v.variant AND f.capacity >= coalesce(s.seats, v.seats_each)
    WHERE f.version_id IS NULL;

-- `sitting`: where a pair is in the line-up, who sits for each player at its side's first seat, then who at its second
-- (arena/league/pairs.py).
ALTER TABLE boards ADD sitting bigint[] CHECK (cardinality(sitting) = 2 * cardinality(line_up));

-- Whom of a board's line-up a version sits for.
CREATE FUNCTION entrant_of(line_up bigint[], sitting bigint[], version_id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN sitting IS NULL THEN version_id
        ELSE line_up[mod(array_position(sitting, version_id) - 1, cardinality(line_up)) + 1] END
$$;

-- `games.seated` has who sat there; what is scored, is scored for whom they sat.
CREATE OR REPLACE VIEW scored_seats AS
    SELECT b.id AS board_id, b.tournament_id, k.variant_index,
        entrant_of(b.line_up, b.sitting, g.seated[s.seat + 1]) AS version_id, s.seat,
        2 * (s.seats - g.ranks[s.seat + 1]) - cardinality(array_positions(g.ranks[1:s.seats], g.ranks[s.seat + 1])) + 1 AS halves,
        g.scores[s.seat + 1] AS points, g.rotation, s.seats - 1 AS last_rotation
    FROM boards b JOIN blocks k ON k.id = b.block_id JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL (
        SELECT seat, cardinality(b.line_up) AS seats FROM generate_series(0, cardinality(b.line_up) - 1) AS seat
    ) s
    WHERE b.state = 'closed';
