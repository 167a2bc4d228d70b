-- The effect of the seat: what was scored from each seat of a closed board, and its sums by tournament and variant.

-- Half points that each seat took off all others over the board's rotations; where partners play, each side.
ALTER TABLE boards ADD seat_halves smallint[];

UPDATE boards b SET seat_halves = (
    SELECT array_agg(halves ORDER BY i) FROM (
        SELECT i, sum(1 + (g.ranks[i] < g.ranks[j])::integer - (g.ranks[i] > g.ranks[j])::integer) AS halves
        FROM generate_subscripts(b.line_up, 1) i JOIN generate_subscripts(b.line_up, 1) j ON i <> j
        JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
        GROUP BY i
    ) seats)
WHERE b.state = 'closed';

ALTER TABLE boards ADD CONSTRAINT boards_whole_seats CHECK (
    (seat_halves IS NULL) = (state <> 'closed') AND (seat_halves IS NULL OR cardinality(seat_halves) = cardinality(line_up)));

-- arena/league/seats.py says what the lists hold. A board is counted in the transaction that marks it as rated, so it is in here once.
CREATE TABLE seat_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    boards integer NOT NULL CHECK (boards > 0),
    halves bigint[] NOT NULL,
    squares bigint[] NOT NULL,
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

INSERT INTO seat_tallies
SELECT tournament_id, variant_index, count, array_agg(halves ORDER BY i), array_agg(squares ORDER BY i) FROM (
    SELECT k.tournament_id, k.variant_index, s.i, count(*), sum(s.halves) AS halves, sum(s.halves * s.halves) AS squares
    FROM boards b JOIN blocks k ON k.id = b.block_id
    CROSS JOIN LATERAL unnest(b.seat_halves::bigint[]) WITH ORDINALITY AS s (halves, i)
    WHERE b.rated GROUP BY 1, 2, 3
) seats GROUP BY 1, 2, 3 HAVING count > 0;
