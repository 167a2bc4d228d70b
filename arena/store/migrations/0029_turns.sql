-- Whose turn it is: priorities, equal shares, and families of variants, each with a queue of its own.

ALTER TABLE tournaments ADD priority integer NOT NULL DEFAULT 0
    CONSTRAINT tournaments_priority CHECK (priority BETWEEN -10 AND 10);

CREATE INDEX blocks_open_of ON blocks (tournament_id, id) WHERE state IN ('owed', 'leased');
CREATE INDEX blocks_leased ON blocks (tournament_id) WHERE state = 'leased';
CREATE INDEX blocks_claimed ON blocks (tournament_id, claimed) WHERE claimed IS NOT NULL;

CREATE OR REPLACE VIEW running_variants AS
    SELECT v.tournament_id, v.index,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.capacity >= v.seats_each), '{}') AS present,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.free >= v.seats_each), '{}') AS free,
        split_part(v.variant, '-', 1) AS family, t.priority
    FROM tournament_variants v
    JOIN tournaments t ON t.id = v.tournament_id AND t.state = 'running'
    JOIN free_seats f ON f.variant = v.variant
    GROUP BY v.tournament_id, v.index, t.priority;

CREATE OR REPLACE VIEW claimable_blocks AS
    SELECT b.id, b.tournament_id, v.family
    FROM blocks b JOIN running_variants v ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    LEFT JOIN patient_block p ON true
    WHERE b.state IN ('owed', 'leased') AND is_waiting(b) AND b.line_up <@ v.free
        AND (p.id IS NULL OR p.id = b.id OR NOT b.line_up && p.line_up);

-- Running tournaments in the order in which they may claim: the highest priority first; of equal ones that which has fewest tables
-- under play, then that which has waited longest.
CREATE VIEW tournaments_in_turn AS
    SELECT t.id, row_number() OVER (ORDER BY t.priority DESC, playing.tables, playing.last NULLS FIRST, t.id) AS place
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT coalesce((SELECT sum(k.tables) FROM blocks k
                WHERE k.tournament_id = t.id AND k.state = 'leased' AND k.lease_until > now()), 0) AS tables,
            (SELECT max(k.claimed) FROM blocks k WHERE k.tournament_id = t.id AND k.claimed IS NOT NULL) AS last
    ) playing
    WHERE t.state = 'running';

-- The first blocks that can be claimed now, in that order and in each tournament by age; of some families, or (null) of all.
-- A loop, so that tournaments whose turn it is not are not looked at. Blocks are read by age from their index until there are enough: the
-- planner cannot know how many bots are there, and would rather sort all that are owed.
CREATE FUNCTION next_blocks(families text[], passed bigint[], most integer) RETURNS TABLE (id bigint, place bigint)
LANGUAGE plpgsql STABLE SET enable_sort = off SET enable_bitmapscan = off AS $$
DECLARE
    turn record;
    found_now integer;
BEGIN
    FOR turn IN SELECT t.id, t.place FROM tournaments_in_turn t ORDER BY t.place LOOP
        RETURN QUERY SELECT c.id, turn.place FROM claimable_blocks c
            WHERE c.tournament_id = turn.id AND (families IS NULL OR c.family = ANY (families)) AND c.id <> ALL (passed)
            ORDER BY c.id LIMIT most;
        GET DIAGNOSTICS found_now = ROW_COUNT;
        most := most - found_now;
        EXIT WHEN most <= 0;
    END LOOP;
END $$;
