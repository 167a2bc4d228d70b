-- The pool `open`: an owner meets a deal once, and boards are played at several tables at once (arena/league/matchpoints.py).

ALTER TABLE tournaments DROP CONSTRAINT tournaments_pool_check,
    ADD CONSTRAINT tournaments_pool_check CHECK (pool IN ('trust', 'open'));

-- At 1 a board is one line-up, played in all its rotations. At more each table has other bots: its `rotation` is the number of the
-- table, and line-ups go seat by seat, so that index s * tables + t sits in seat s of table t.
ALTER TABLE tournament_variants ADD tables integer NOT NULL DEFAULT 1 CHECK (tables >= 1);
ALTER TABLE boards ADD tables smallint NOT NULL DEFAULT 1 CHECK (tables >= 1 AND cardinality(line_up) % tables = 0);

-- How many are compared with each other, and what seats scored off all others of a table, which says nothing where each has other bots.
ALTER TABLE boards
    DROP CONSTRAINT boards_whole_score,
    ADD CONSTRAINT boards_whole_score CHECK (
        num_nulls(halves, points, faults) = CASE state WHEN 'closed' THEN 0 ELSE 3 END
        AND (halves IS NULL OR (cardinality(points) = cardinality(line_up) AND cardinality(faults) = cardinality(line_up)
            AND 2 * cardinality(halves)
                = cardinality(line_up) * (CASE tables WHEN 1 THEN cardinality(line_up) ELSE tables END - 1)))),
    DROP CONSTRAINT boards_whole_seats,
    ADD CONSTRAINT boards_whole_seats CHECK (
        (seat_halves IS NULL) = (state <> 'closed' OR tables > 1)
        AND (seat_halves IS NULL OR cardinality(seat_halves) = cardinality(line_up)));

-- At several tables a seat's half points are those off who sat in the same seat with the same cards.
CREATE OR REPLACE VIEW scored_seats AS
    SELECT b.id AS board_id, b.tournament_id, k.variant_index,
        entrant_of(b.line_up, b.sitting, g.seated[s.seat + 1]) AS version_id, s.seat,
        CASE WHEN b.tables = 1
            THEN 2 * (s.seats - g.ranks[s.seat + 1])
                - cardinality(array_positions(g.ranks[1:s.seats], g.ranks[s.seat + 1])) + 1
            ELSE (SELECT sum(1 + (g.scores[s.seat + 1] > o.scores[s.seat + 1])::integer
                    - (g.scores[s.seat + 1] < o.scores[s.seat + 1])::integer)::integer
                FROM games o WHERE o.board_id = b.id AND o.attempt = b.attempt AND o.id <> g.id)
        END AS halves,
        g.scores[s.seat + 1] AS points, g.rotation, s.seats - 1 AS last_rotation, b.tables
    FROM boards b JOIN blocks k ON k.id = b.block_id JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL (
        SELECT seat, cardinality(b.line_up) / b.tables AS seats
        FROM generate_series(0, cardinality(b.line_up) / b.tables - 1) AS seat
    ) s
    WHERE b.state = 'closed';

-- Only who meets a deal again can do better then.
CREATE OR REPLACE VIEW first_and_last AS
    SELECT board_id, tournament_id, variant_index, version_id,
        min(seat) FILTER (WHERE rotation = 0) AS first_seat, min(seat) FILTER (WHERE rotation > 0) AS last_seat,
        sum(halves) FILTER (WHERE rotation = 0) AS first, sum(halves) FILTER (WHERE rotation > 0) AS last
    FROM scored_seats WHERE tables = 1 AND (rotation = 0 OR rotation = last_rotation) GROUP BY 1, 2, 3, 4;

-- Boards at several tables are in no `seat_tallies`: those that are rated are counted in `tallies`.
CREATE OR REPLACE VIEW board_counts AS
    SELECT t.id AS tournament_id, made.boards - gone.boards AS boards, made.games - gone.games AS games, gone.cancelled, gone.forfeited,
        CASE t.kind WHEN 'gate' THEN (SELECT count(*) FROM boards b WHERE b.tournament_id = t.id AND b.state = 'closed')
            ELSE CASE t.pool
                WHEN 'open' THEN (SELECT coalesce(sum(y.boards), 0)::bigint FROM tallies y WHERE y.tournament_id = t.id)
                ELSE (SELECT coalesce(sum(s.boards), 0)::bigint FROM seat_tallies s WHERE s.tournament_id = t.id) END
                + (SELECT count(*) FROM boards b WHERE b.tournament_id = t.id AND b.state = 'closed' AND NOT b.rated)
            END AS closed
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT coalesce(sum(v.boards), 0)::bigint AS boards,
            coalesce(sum(v.boards * CASE v.tables WHEN 1 THEN v.seats / v.seats_each ELSE v.tables END), 0)::bigint AS games
        FROM tournament_variants v WHERE v.tournament_id = t.id
    ) made CROSS JOIN LATERAL (
        SELECT count(*) AS boards,
            coalesce(sum(CASE b.tables WHEN 1 THEN cardinality(b.line_up) ELSE b.tables END), 0)::bigint AS games,
            count(*) FILTER (WHERE b.state = 'cancelled') AS cancelled, count(*) FILTER (WHERE b.state = 'forfeited') AS forfeited
        FROM boards b WHERE b.tournament_id = t.id AND b.state IN ('cancelled', 'forfeited')
    ) gone;

-- Who would sit in a seat (from 1) of a rotation or a table before a draw.
CREATE FUNCTION would_sit(b boards, game integer, seat integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN b.tables = 1 AND b.sitting IS NULL
            THEN b.line_up[mod(seat - 1 - game + cardinality(b.line_up), cardinality(b.line_up)) + 1]
        WHEN b.tables = 1 THEN b.sitting[(seat - 1) / 2 * 2 + mod(seat + 1 - game, 2) + 1]
        WHEN b.sitting IS NULL THEN b.line_up[mod(seat - 1, cardinality(b.line_up) / b.tables) * b.tables + game + 1]
        ELSE b.sitting[(seat - 1) * b.tables + game + 1]
    END
$$;
