-- The memory test: what each bot scored when it met a deal first, and when it met it last.

CREATE OR REPLACE VIEW scored_seats AS
    SELECT b.id AS board_id, b.tournament_id, k.variant_index, g.seated[s.seat + 1] AS version_id, s.seat,
        2 * (s.seats - g.ranks[s.seat + 1]) - cardinality(array_positions(g.ranks[1:s.seats], g.ranks[s.seat + 1])) + 1 AS halves,
        g.scores[s.seat + 1] AS points, g.rotation, s.seats - 1 AS last_rotation
    FROM boards b JOIN blocks k ON k.id = b.block_id JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL (
        SELECT seat, cardinality(b.line_up) AS seats FROM generate_series(0, cardinality(b.line_up) - 1) AS seat
    ) s
    WHERE b.state = 'closed';

-- Of every bot of a closed board: its seats in the first and in the last rotation, and the half points it took there off all others.
CREATE VIEW first_and_last AS
    SELECT board_id, tournament_id, variant_index, version_id,
        min(seat) FILTER (WHERE rotation = 0) AS first_seat, min(seat) FILTER (WHERE rotation > 0) AS last_seat,
        sum(halves) FILTER (WHERE rotation = 0) AS first, sum(halves) FILTER (WHERE rotation > 0) AS last
    FROM scored_seats WHERE rotation = 0 OR rotation = last_rotation GROUP BY 1, 2, 3, 4;

-- `squares`: last less first of each board, squared. Filled as `seat_scores` is: in the transaction that marks a board as rated.
CREATE TABLE met_again (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    first_seat integer NOT NULL CHECK (first_seat >= 0),
    last_seat integer NOT NULL CHECK (last_seat >= 0),
    boards integer NOT NULL CHECK (boards > 0),
    first bigint NOT NULL,
    last bigint NOT NULL,
    squares bigint NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, version_id, first_seat, last_seat),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

INSERT INTO met_again
SELECT f.tournament_id, f.variant_index, f.version_id, f.first_seat, f.last_seat, count(*), sum(f.first), sum(f.last),
    sum((f.last - f.first) * (f.last - f.first))
FROM first_and_last f JOIN boards b ON b.id = f.board_id AND b.rated GROUP BY 1, 2, 3, 4, 5;
