-- What each bot scored from each seat of a tournament, and which line-ups two bots share.

-- `seat` as the game numbers it, `halves` the half points taken there off all others, `squares` the same of each game squared; where
-- partners play a seat is a side, 0 or 1. A board is counted in the transaction that marks it as rated, so it is in here once; its
-- results never change, so a rebuild of ratings leaves these sums as they are.
CREATE TABLE seat_scores (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    seat integer NOT NULL CHECK (seat >= 0),
    games integer NOT NULL CHECK (games > 0),
    halves bigint NOT NULL,
    squares bigint NOT NULL,
    points bigint NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, version_id, seat),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- Of every seat of every game of a closed board. Who ranks r of n, with e others at the same rank, takes 2 (n - r) - e half points off them.
CREATE VIEW scored_seats AS
    SELECT b.id AS board_id, b.tournament_id, k.variant_index, g.seated[s.seat + 1] AS version_id, s.seat,
        2 * (s.seats - g.ranks[s.seat + 1]) - cardinality(array_positions(g.ranks[1:s.seats], g.ranks[s.seat + 1])) + 1 AS halves,
        g.scores[s.seat + 1] AS points
    FROM boards b JOIN blocks k ON k.id = b.block_id JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL (
        SELECT seat, cardinality(b.line_up) AS seats FROM generate_series(0, cardinality(b.line_up) - 1) AS seat
    ) s
    WHERE b.state = 'closed';

INSERT INTO seat_scores
SELECT s.tournament_id, s.variant_index, s.version_id, s.seat, count(*), sum(s.halves), sum(s.halves * s.halves), sum(s.points)
FROM scored_seats s JOIN boards b ON b.id = s.board_id AND b.rated GROUP BY 1, 2, 3, 4;

-- For head to head: the line-ups in which both sat, of many tournaments.
CREATE INDEX tallies_of_players ON tallies USING gin (players);
