-- What is done when workers and gateways die one after another.

-- Answers of seats whose worker is gone, and which no journal has: their gateway writes them down,
-- since it may be gone too when another worker comes. Seat ids are never used again; old rows are
-- dropped with the next that are written.
CREATE TABLE held_answers (
    seat_id bigint NOT NULL,
    token bigint NOT NULL,  -- of the worker that is gone
    gateway text NOT NULL,  -- its link address
    columnar boolean NOT NULL,
    answers bytea NOT NULL,  -- a SeatOpened of link.proto with all that was kept of the seat
    written timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (seat_id, token, gateway)
);
CREATE INDEX held_answers_written ON held_answers (written);

-- Seats of a block whose worker died stay taken at the gateways: for a minute nobody else is given
-- them, so that blocks which others begin meanwhile do not come for nothing.
CREATE OR REPLACE VIEW free_seats AS
    SELECT o.version_id, o.variant, o.capacity, o.capacity - coalesce(t.seats, 0) AS free
    FROM offered_seats o LEFT JOIN (
        SELECT s.version_id, sum(s.seats) AS seats
        FROM block_seats s JOIN blocks b ON b.id = s.block_id
        WHERE b.state = 'leased' AND b.lease_until > now() - interval '1 minute' GROUP BY 1
    ) t ON t.version_id = o.version_id;

-- The same of some versions, for the block *own*, whose seats are its own.
DROP FUNCTION seats_of(bigint[], text);
CREATE FUNCTION seats_of(versions bigint[], asked text, own bigint DEFAULT 0)
RETURNS SETOF free_seats LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY SELECT o.version_id, o.variant, o.capacity, o.capacity - coalesce((
            SELECT sum(s.seats) FROM block_seats s
            WHERE s.version_id = o.version_id AND s.block_id <> own
                AND (SELECT b.lease_until FROM blocks b WHERE b.id = s.block_id)
                    > now() - interval '1 minute'
        ), 0)
        FROM offered_seats o WHERE o.variant = asked AND o.version_id = ANY (versions);
    IF EXISTS (SELECT FROM pairs p WHERE p.version_id = ANY (versions)) THEN
        RETURN QUERY SELECT p.version_id, asked, 2 * min(f.capacity), 2 * min(f.free)
            FROM pairs p
            CROSS JOIN LATERAL seats_of(ARRAY[p.first_id, p.second_id], asked, own) f
            WHERE p.version_id = ANY (versions) GROUP BY p.version_id HAVING count(*) = 2;
    END IF;
END $$;

-- Blocks whose worker died, the oldest first, whose bots have their seats.
CREATE FUNCTION interrupted_blocks(families text[], passed bigint[], most integer)
RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    SELECT b.id FROM blocks b
    JOIN tournaments t ON t.id = b.tournament_id AND t.state = 'running'
    JOIN tournament_variants v ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    WHERE b.state = 'leased' AND b.lease_until <= now() AND b.id <> ALL (passed)
        AND (families IS NULL OR v.family = ANY (families))
        AND b.line_up <@ ARRAY(
            SELECT f.version_id FROM seats_of(b.line_up, v.variant, b.id) f
            WHERE f.free >= v.seats_each)
    ORDER BY b.id + 0 LIMIT most
$$;

-- As before, and before all others those that were interrupted: their bots wait in a game, and the
-- sooner they go on, the less else can happen to them.
CREATE OR REPLACE FUNCTION next_blocks(families text[], passed bigint[], most integer)
RETURNS TABLE (id bigint, place bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
    turn record;
    patient record;
    found_now integer;
BEGIN
    RETURN QUERY SELECT i.id, 0::bigint FROM interrupted_blocks(families, passed, most) AS i (id);
    GET DIAGNOSTICS found_now = ROW_COUNT;
    most := most - found_now;
    IF most <= 0 THEN
        RETURN;
    END IF;
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
