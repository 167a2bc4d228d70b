-- What a claim costs where many blocks wait and few can be played.

-- As before (0006), but the free seats are counted once for all blocks that are looked at. The
-- planner cannot know how many those are, took them for one, and counted the seats anew for each:
-- with 7,000 blocks owed a claim took minutes, and nothing else was claimed meanwhile.
CREATE OR REPLACE FUNCTION able_blocks(
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
        ), roomy AS MATERIALIZED (
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
    RETURN QUERY WITH all_roomy AS MATERIALIZED (
        SELECT v.index, CASE WHEN taken_too THEN v.present ELSE v.free END AS versions
        FROM running_variants v WHERE v.tournament_id = tournament
    )
    SELECT w.id FROM waiting_blocks(
            tournament, families, passed, keeper, kept, behind, below, noted_too) w
        JOIN all_roomy r ON r.index = w.variant_index WHERE w.line_up <@ r.versions
        ORDER BY w.tournament_id, w.id + 0 LIMIT most;
END $$;
