-- Which block is claimed next. What a claim costs does not grow with the bots that are connected
-- nor with the blocks that are open: it looks at the oldest blocks, and at the seats of just their
-- bots.

-- Running tournaments in the order in which they may claim: the highest priority first; of equal
-- ones that which has fewest tables under play, then that which has waited longest.
CREATE VIEW tournaments_in_turn AS
    SELECT t.id, row_number() OVER (
        ORDER BY t.priority DESC, playing.tables, playing.last NULLS FIRST, t.id) AS place
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT coalesce((SELECT sum(k.tables) FROM blocks k WHERE k.tournament_id = t.id
                AND k.state = 'leased' AND k.lease_until > now()), 0) AS tables,
            (SELECT max(k.claimed) FROM blocks k
                WHERE k.tournament_id = t.id AND k.claimed IS NOT NULL) AS last
    ) playing
    WHERE t.state = 'running';

-- Blocks of a tournament that nobody plays, for `able_blocks`.
CREATE FUNCTION waiting_blocks(
    tournament bigint, families text[], passed bigint[], keeper bigint, kept bigint[],
    behind bigint, below bigint, noted_too boolean
) RETURNS TABLE (
    id bigint, tournament_id bigint, line_up bigint[], variant_index integer, variant text,
    seats_each integer
) LANGUAGE sql STABLE AS $$
    SELECT b.id, b.tournament_id, b.line_up, v.index, v.variant, v.seats_each
    FROM blocks b JOIN tournament_variants v
        ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    WHERE b.tournament_id = tournament AND b.state IN ('owed', 'leased')
        AND b.id + 0 > behind AND b.id + 0 < below AND is_waiting(b)
        AND (families IS NULL OR v.family = ANY (families))
        AND b.id <> ALL (passed) AND (noted_too OR b.passed_since IS NULL)
        AND (keeper IS NULL OR b.id = keeper OR NOT b.line_up && kept)
$$;

-- The oldest of them whose bots all have the seats of a table: free ones or, where `taken_too`, any
-- at all. Of some families of variants, or (null) of all; none of `passed`; older than `below`;
-- where not `noted_too`, none that was passed over before; and none with a bot in `kept`, whose
-- seats are kept for the block `keeper`.
-- A few blocks are looked at, with the seats of just their bots, then some more, and then all, with
-- the seats of everybody. The settings hold the planner to reading by age: it cannot know how many
-- bots are there, and would rather sort all that are owed.
CREATE FUNCTION able_blocks(
    tournament bigint, families text[], passed bigint[], keeper bigint, kept bigint[],
    below bigint, noted_too boolean, taken_too boolean, most integer
) RETURNS SETOF bigint LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    size integer;
    behind bigint := 0;
    seen integer;
    last bigint;
    able bigint[];
BEGIN
    FOREACH size IN ARRAY ARRAY[most, 8 * most] LOOP
        WITH waiting AS MATERIALIZED (
            SELECT * FROM waiting_blocks(
                tournament, families, passed, keeper, kept, behind, below, noted_too) w
            ORDER BY w.tournament_id, w.id + 0 LIMIT size
        ), wanted AS (
            SELECT w.variant, w.seats_each, array_agg(DISTINCT p.version_id) AS versions
            FROM waiting w CROSS JOIN LATERAL unnest(w.line_up) AS p (version_id) GROUP BY 1, 2
        ), roomy AS (
            SELECT w.variant, array_agg(f.version_id) AS versions
            FROM wanted w CROSS JOIN LATERAL seats_of(w.versions, w.variant) f
            WHERE CASE WHEN taken_too THEN f.capacity ELSE f.free END >= w.seats_each GROUP BY 1
        )
        SELECT count(*), max(w.id),
            coalesce(array_agg(w.id ORDER BY w.id) FILTER (WHERE w.line_up <@ r.versions), '{}')
        INTO seen, last, able FROM waiting w LEFT JOIN roomy r ON r.variant = w.variant;
        RETURN QUERY SELECT unnest(able[:most]);
        most := most - cardinality(able);
        IF most <= 0 OR seen < size THEN
            RETURN;
        END IF;
        behind := last;
    END LOOP;
    RETURN QUERY SELECT w.id FROM waiting_blocks(
            tournament, families, passed, keeper, kept, behind, below, noted_too) w
        JOIN running_variants v ON v.tournament_id = tournament AND v.index = w.variant_index
        WHERE w.line_up <@ CASE WHEN taken_too THEN v.present ELSE v.free END
        ORDER BY w.tournament_id, w.id + 0 LIMIT most;
END $$;

-- The oldest block, if any, that has been passed over for a minute although its bots are there: it
-- keeps their seats for itself as they come free, so that none starves.
CREATE FUNCTION patient_block(OUT id bigint, OUT line_up bigint[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
    old record;
BEGIN
    FOR old IN
        SELECT b.id, b.line_up, v.variant, v.seats_each
        FROM blocks b JOIN tournaments t ON t.id = b.tournament_id AND t.state = 'running'
        JOIN tournament_variants v
            ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
        WHERE b.state IN ('owed', 'leased') AND b.passed_since <= now() - interval '60 seconds'
            AND is_waiting(b) ORDER BY b.id + 0
    LOOP
        IF old.line_up <@ ARRAY(
            SELECT f.version_id FROM seats_of(old.line_up, old.variant) f
            WHERE f.capacity >= old.seats_each)
        THEN
            id := old.id;
            line_up := old.line_up;
            RETURN;
        END IF;
    END LOOP;
END $$;

-- The first blocks that can be claimed now: tournament by tournament as it is their turn, and in
-- each by age; of some families, or (null) of all. A loop, so that tournaments whose turn it is not
-- are not looked at. A patient block keeps the seats of its pairs' members too.
CREATE FUNCTION next_blocks(families text[], passed bigint[], most integer)
RETURNS TABLE (id bigint, place bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
    turn record;
    patient record;
    found_now integer;
BEGIN
    SELECT p.id, CASE WHEN p.id IS NOT NULL THEN sharing(p.line_up) END AS kept
    INTO patient FROM patient_block() p;
    FOR turn IN SELECT t.id, t.place FROM tournaments_in_turn t ORDER BY t.place LOOP
        RETURN QUERY SELECT a.id, turn.place
            FROM able_blocks(turn.id, families, passed, patient.id, patient.kept,
                9223372036854775807, true, false, most) AS a (id);
        GET DIAGNOSTICS found_now = ROW_COUNT;
        most := most - found_now;
        EXIT WHEN most <= 0;
    END LOOP;
END $$;

-- Locks the first of them that nobody else claims at this moment; null where there is none.
CREATE FUNCTION lock_next_block(families text[], passed bigint[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    most integer := 2;
    candidates bigint[];
    locked bigint;
BEGIN
    LOOP
        candidates := ARRAY(
            SELECT n.id FROM next_blocks(families, passed, most) n ORDER BY n.place, n.id);
        SELECT b.id INTO locked
        FROM unnest(candidates) WITH ORDINALITY AS c (id, place) JOIN blocks b ON b.id = c.id
        WHERE is_waiting(b) ORDER BY c.place LIMIT 1 FOR UPDATE OF b SKIP LOCKED;
        IF locked IS NOT NULL OR cardinality(candidates) < most THEN
            RETURN locked;
        END IF;
        most := most * 8;
    END LOOP;
END $$;

-- The oldest block whose bots are there and that was passed over for the first time when another
-- was claimed: an older one of the same priority, or any of a lower one.
CREATE FUNCTION passed_over(other bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT min(a.id) FROM tournaments t JOIN (
        SELECT o.priority FROM tournaments o JOIN blocks k ON k.tournament_id = o.id
        WHERE k.id = other
    ) o ON true
    CROSS JOIN LATERAL able_blocks(t.id, NULL, '{}', NULL, NULL,
        CASE WHEN t.priority < o.priority THEN 9223372036854775807 ELSE other END,
        false, true, 1) AS a (id)
    WHERE t.state = 'running'
$$;
