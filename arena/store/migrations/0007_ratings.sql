-- What closed boards come to: Elo, the sums that all tables are computed from, the second opinion,
-- luck. A board is counted in the transaction that marks it as rated (a gate's deal in the one that
-- raises `judged` beyond it), so it is in each of the sums once.

-- Elo tables, one for each variant and rules revision. `settled_*` is what all settled tournaments
-- come to, folded in their order and, in each, in schedule order. `elo` and `boards` go on from
-- there over the closed boards of tournaments that are not settled: provisional.
CREATE TABLE ratings (
    variant text NOT NULL,
    revision integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    elo float8 NOT NULL,
    boards integer NOT NULL,
    settled_elo float8 NOT NULL,
    settled_boards integer NOT NULL,
    PRIMARY KEY (variant, revision, version_id),
    CHECK (boards >= settled_boards)
);

-- What each settled tournament did to whose Elo: receipts go on from here, and a rating's history
-- is read from it.
CREATE TABLE elo_steps (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    boards integer NOT NULL CHECK (boards > 0),
    elo_before float8 NOT NULL,
    elo_after float8 NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, version_id),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
CREATE INDEX elo_steps_of_version ON elo_steps (version_id);

-- Closed boards summed up by line-up: standings and the official table are read from some rows,
-- however many boards there are. arena/league/ratings/tally.py says what the lists hold.
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
-- For head to head: the line-ups in which both sat, of many tournaments.
CREATE INDEX tallies_of_players ON tallies USING gin (players);

CREATE FUNCTION added(one bigint[], other bigint[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT array_agg(a + b ORDER BY place)
    FROM unnest(one, other) WITH ORDINALITY AS each (a, b, place)
$$;

-- The effect of the seat; arena/league/ratings/seat_effects.py says what the lists hold.
CREATE TABLE seat_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    boards integer NOT NULL CHECK (boards > 0),
    halves bigint[] NOT NULL,
    squares bigint[] NOT NULL,
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- What each bot scored from each seat. `seat` as the game numbers it; where partners play a seat is
-- a side, 0 or 1. `halves`: the half points taken there off all others; `squares`: the same of each
-- game, squared. Results never change, so a rebuild of ratings leaves these sums as they are.
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

-- The memory test: what each bot scored when it met a deal first, and when it met it last.
-- `squares`: last less first of each board, squared.
CREATE TABLE memory_tallies (
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

-- Every seat of every game of a closed board. Who ranks r of n, with e others at the same rank,
-- takes 2 (n - r) - e half points off them; at several tables the half points are those off who sat
-- in the same seat with the same cards. `games.seated` has who sat there; what is scored, is scored
-- for whom they sat.
CREATE VIEW scored_seats AS
    SELECT b.id AS board_id, b.tournament_id, k.variant_index,
        entrant_of(b.line_up, b.sitting, g.seated[s.seat + 1]) AS version_id, s.seat,
        CASE WHEN b.tables_per_board = 1
            THEN 2 * (s.seats - g.ranks[s.seat + 1])
                - cardinality(array_positions(g.ranks[1:s.seats], g.ranks[s.seat + 1])) + 1
            ELSE (SELECT sum(1 + (g.scores[s.seat + 1] > o.scores[s.seat + 1])::integer
                    - (g.scores[s.seat + 1] < o.scores[s.seat + 1])::integer)::integer
                FROM games o WHERE o.board_id = b.id AND o.attempt = b.attempt AND o.id <> g.id)
        END AS halves,
        g.scores[s.seat + 1] AS points, g.rotation, s.seats - 1 AS last_rotation, b.tables_per_board
    FROM boards b JOIN blocks k ON k.id = b.block_id
    JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL (
        SELECT seat, cardinality(b.line_up) / b.tables_per_board AS seats
        FROM generate_series(0, cardinality(b.line_up) / b.tables_per_board - 1) AS seat
    ) s
    WHERE b.state = 'closed';

-- Of every bot of a closed board at one table, for only there a bot meets a deal again: its seats
-- in the first and in the last rotation, and the half points it took there off all others.
CREATE VIEW first_and_last AS
    SELECT board_id, tournament_id, variant_index, version_id,
        min(seat) FILTER (WHERE rotation = 0) AS first_seat,
        min(seat) FILTER (WHERE rotation > 0) AS last_seat,
        sum(halves) FILTER (WHERE rotation = 0) AS first,
        sum(halves) FILTER (WHERE rotation > 0) AS last
    FROM scored_seats WHERE tables_per_board = 1 AND (rotation = 0 OR rotation = last_rotation)
    GROUP BY 1, 2, 3, 4;

-- arena/league/gates/evidence.py says what the numbers are.
CREATE TABLE gate_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    deals integer NOT NULL,
    new bigint NOT NULL,
    old bigint NOT NULL,
    new_squares bigint NOT NULL,
    old_squares bigint NOT NULL,
    products bigint NOT NULL,
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- How far each tournament is, without a look at each of its boards. Closed boards are in
-- `seat_tallies` once they are rated (those at several tables, which are in no `seat_tallies`, in
-- `tallies`), and those that are not rated yet have an index. Gates, which have no tallies, are
-- short.
CREATE VIEW board_counts AS
    SELECT t.id AS tournament_id, made.boards - gone.boards AS boards,
        made.games - gone.games AS games, gone.cancelled, gone.forfeited,
        CASE t.kind WHEN 'gate' THEN (SELECT count(*) FROM boards b
                WHERE b.tournament_id = t.id AND b.state = 'closed')
            ELSE CASE t.pool
                WHEN 'open' THEN (SELECT coalesce(sum(y.boards), 0)::bigint
                    FROM tallies y WHERE y.tournament_id = t.id)
                ELSE (SELECT coalesce(sum(s.boards), 0)::bigint
                    FROM seat_tallies s WHERE s.tournament_id = t.id) END
                + (SELECT count(*) FROM boards b
                    WHERE b.tournament_id = t.id AND b.state = 'closed' AND NOT b.rated)
            END AS closed
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT coalesce(sum(v.boards), 0)::bigint AS boards,
            coalesce(sum(v.boards * CASE v.tables_per_board
                WHEN 1 THEN v.seats / v.seats_each ELSE v.tables_per_board END), 0)::bigint AS games
        FROM tournament_variants v WHERE v.tournament_id = t.id
    ) made CROSS JOIN LATERAL (
        SELECT count(*) AS boards,
            coalesce(sum(CASE b.tables_per_board
                WHEN 1 THEN cardinality(b.line_up) ELSE b.tables_per_board END), 0)::bigint
                AS games,
            count(*) FILTER (WHERE b.state = 'cancelled') AS cancelled,
            count(*) FILTER (WHERE b.state = 'forfeited') AS forfeited
        FROM boards b WHERE b.tournament_id = t.id AND b.state IN ('cancelled', 'forfeited')
    ) gone;

-- The official tables as they were last fitted (arena/league/ratings/bradley_terry.py), to so many
-- `boards`: -1 where these have changed since.
CREATE TABLE official_fits (
    variant text NOT NULL,
    revision integer NOT NULL,
    boards bigint NOT NULL,
    fit json NOT NULL,
    PRIMARY KEY (variant, revision)
);

-- The second opinion (arena/league/ratings/plackett_luce.py): what is thought of each version in
-- each variant, after so many games.
CREATE TABLE opinions (
    variant text NOT NULL,
    revision integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    mu float8 NOT NULL,
    sigma float8 NOT NULL,
    games bigint NOT NULL CHECK (games > 0),
    PRIMARY KEY (variant, revision, version_id)
);

-- How far it has come, in one row: up to board `number` of the tournament with that `settled`.
CREATE TABLE opinion_mark (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    settled bigint NOT NULL DEFAULT 0,
    number integer NOT NULL DEFAULT -1
);
INSERT INTO opinion_mark DEFAULT VALUES;

-- What a house bot makes of the deals of closed boards when it plays all seats: the luck that
-- standings can be read without. `points`: of all sides together, as arena/league/ratings/luck.py
-- takes them; null where this release cannot play that rules revision.
CREATE TABLE luck (
    board_id bigint PRIMARY KEY REFERENCES boards,
    points bigint
);

-- Tournaments that somebody asked it of. A worker that takes some boards has until `busy_until` to
-- bring what came of them.
CREATE TABLE luck_wanted (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    busy_until timestamptz NOT NULL DEFAULT '-infinity'
);
