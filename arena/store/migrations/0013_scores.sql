-- What a closed board came to stands on its row, so that ratings and standings need not read its games; and tallies are kept
-- for each tournament, so that its standings are read from some rows, however many boards it has.

-- As in arena/league/boards.py, BoardScore: lists that go with the line-up; `halves` with its pairs (1,2), (1,3) ... (2,3) ...
ALTER TABLE boards ADD halves smallint[], ADD points bigint[], ADD faults integer[];

UPDATE boards b SET
    halves = (
        SELECT array_agg(halves ORDER BY i, j) FROM (
            SELECT i, j, sum(1 + (one < other)::integer - (one > other)::integer) AS halves
            FROM generate_subscripts(b.line_up, 1) i JOIN generate_subscripts(b.line_up, 1) j ON i < j
            JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
            CROSS JOIN LATERAL (SELECT g.ranks[array_position(g.seated, b.line_up[i])] AS one,
                g.ranks[array_position(g.seated, b.line_up[j])] AS other) r
            GROUP BY i, j
        ) pairs),
    points = (
        SELECT array_agg(points ORDER BY i) FROM (
            SELECT i, sum(g.scores[array_position(g.seated, b.line_up[i])]) AS points
            FROM generate_subscripts(b.line_up, 1) i JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
            GROUP BY i
        ) players),
    faults = (
        SELECT array_agg(faults ORDER BY i) FROM (
            SELECT i, count(*) FILTER (WHERE g.seated[(fault ->> 'seat')::integer + 1] = b.line_up[i]) AS faults
            FROM generate_subscripts(b.line_up, 1) i JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
            LEFT JOIN LATERAL jsonb_array_elements(g.infractions) fault ON true
            GROUP BY i
        ) players)
WHERE b.state = 'closed';

ALTER TABLE boards ADD CONSTRAINT boards_whole_score CHECK (
    num_nulls(halves, points, faults) = CASE state WHEN 'closed' THEN 0 ELSE 3 END
    AND (halves IS NULL OR (cardinality(points) = cardinality(line_up) AND cardinality(faults) = cardinality(line_up)
        AND 2 * cardinality(halves) = cardinality(line_up) * (cardinality(line_up) - 1))));

DROP TABLE tallies;

-- arena/league/tally.py says what the lists hold. A board is counted in the transaction that marks it as rated, so it is in here once.
-- Boards that were rated before this table was there are counted by a rebuild (`arena ratings --rebuild`).
CREATE TABLE tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    players bigint[] NOT NULL,  -- versions, ascending
    boards integer NOT NULL CHECK (boards > 0),
    halves bigint[] NOT NULL,
    squares bigint[] NOT NULL,
    products bigint[] NOT NULL,
    points bigint[] NOT NULL,
    infractions bigint[] NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, players),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
