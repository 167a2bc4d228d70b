-- name: add_seat_scores
INSERT INTO seat_scores AS t
    (tournament_id, variant_index, version_id, seat, games, halves, squares, points)
SELECT tournament_id, variant_index, version_id, seat, count(*), sum(halves), sum(halves * halves),
    sum(points)
FROM scored_seats WHERE board_id = ANY (%(board_ids)s) GROUP BY 1, 2, 3, 4
ON CONFLICT (tournament_id, variant_index, version_id, seat) DO UPDATE
SET games = t.games + excluded.games, halves = t.halves + excluded.halves,
    squares = t.squares + excluded.squares, points = t.points + excluded.points;

-- name: seat_scores
SELECT v.variant, v.options ->> 'first_dealer' AS first_dealer, v.seats / v.seats_each AS seats,
    v.tables_per_board, s.version_id, s.seat, s.games, s.halves, s.squares, s.points
FROM seat_scores s
JOIN tournament_variants v ON v.tournament_id = s.tournament_id AND v.index = s.variant_index
WHERE s.tournament_id = %(tournament_id)s
    AND (%(version_id)s::bigint IS NULL OR s.version_id = %(version_id)s)
ORDER BY s.variant_index, s.version_id, s.seat;

-- name: add_memory
INSERT INTO memory_tallies AS t
    (tournament_id, variant_index, version_id, first_seat, last_seat, boards, first, last, squares)
SELECT tournament_id, variant_index, version_id, first_seat, last_seat, count(*), sum(first),
    sum(last), sum((last - first) * (last - first))
FROM first_and_last WHERE board_id = ANY (%(board_ids)s) GROUP BY 1, 2, 3, 4, 5
ON CONFLICT (tournament_id, variant_index, version_id, first_seat, last_seat) DO UPDATE
SET boards = t.boards + excluded.boards, first = t.first + excluded.first,
    last = t.last + excluded.last, squares = t.squares + excluded.squares;

-- name: memory
SELECT v.variant, v.seats / v.seats_each AS seats, m.version_id, m.first_seat, m.last_seat,
    m.boards, m.first, m.last, m.squares
FROM memory_tallies m
JOIN tournament_variants v ON v.tournament_id = m.tournament_id AND v.index = m.variant_index
WHERE m.tournament_id = %(tournament_id)s
ORDER BY m.variant_index, m.version_id, m.first_seat, m.last_seat;

-- name: tallies_of_pair
SELECT v.variant, v.revision, pool_of(n), format_of(v.options), t.players, t.boards, t.halves,
    t.squares, t.products, t.points, t.infractions, v.tables_per_board, 0 AS by_results, t.blocks,
    t.block_boards, t.block_halves, t.block_squares, t.block_products
FROM tallies t JOIN tournaments n ON n.id = t.tournament_id
JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE t.players @> ARRAY[%(version_id)s, %(opponent_id)s]::bigint[]
    AND (%(tournament_id)s::bigint IS NULL OR t.tournament_id = %(tournament_id)s)
    AND (%(variant)s::text IS NULL OR v.variant = %(variant)s)
ORDER BY v.variant, v.revision DESC, 3, 4, t.tournament_id, t.players;

-- name: find_entrant
-- The entrant or member of a pair called "name@version", or the newest of a name.
SELECT n.id, n.bot
FROM entrants e CROSS JOIN LATERAL unnest(with_members(ARRAY[e.version_id])) AS who (id)
JOIN named_versions n ON n.id = who.id
WHERE e.tournament_id = %(tournament_id)s AND (n.bot = %(bot)s OR n.name = %(bot)s)
ORDER BY n.id DESC LIMIT 1;

-- name: abandon_cancelled
-- Ends blocks of cancelled tournaments and decided gates that no live worker has.
-- With OFFSET 0 the planner reads each ended tournament, and not all owed blocks.
UPDATE blocks SET state = 'done', lease_until = NULL, lease_number = lease_number + 1
WHERE id = ANY (ARRAY(
    SELECT k.id FROM tournaments t CROSS JOIN LATERAL (
        SELECT id FROM blocks WHERE tournament_id = t.id AND state <> 'done' OFFSET 0
    ) k WHERE t.state IN ('cancelled', 'finished')
)) AND state <> 'done' AND (lease_until IS NULL OR lease_until < now())
RETURNING id;

-- name: count_claimable
-- By family.
SELECT f.family, count(*) FROM unnest(%(families)s::text[]) AS f (family)
CROSS JOIN LATERAL next_blocks(ARRAY[f.family], '{}', %(most)s) GROUP BY 1;

-- name: provide_parts
SELECT provide_parts();

-- name: lock
SELECT pg_advisory_xact_lock(%(key)s);

-- name: ended_unsettled
-- A cancelled tournament has ended when its last table has.
SELECT t.id FROM tournaments t WHERE t.settled IS NULL AND NOT t.reopened AND t.kind <> 'gate'
    AND (t.state = 'finished' OR t.state = 'cancelled'
        AND NOT EXISTS (SELECT FROM blocks k WHERE k.tournament_id = t.id AND k.state = 'leased'))
ORDER BY t.id;

-- name: settled
SELECT id FROM tournaments WHERE settled IS NOT NULL ORDER BY settled;

-- name: unsettled
SELECT id FROM tournaments WHERE settled IS NULL AND NOT reopened AND kind <> 'gate' ORDER BY id;

-- name: forget_reopened
UPDATE tournaments SET reopened = false WHERE reopened;

-- name: settle
UPDATE tournaments SET settled = (SELECT coalesce(max(settled), 0) + 1 FROM tournaments)
WHERE id = %(tournament_id)s;

-- name: count_unrated
SELECT count(*) FROM boards b JOIN tournaments t ON t.id = b.tournament_id AND t.kind <> 'gate'
WHERE b.state = 'closed' AND NOT b.rated;

-- name: note_rated
UPDATE boards SET rated = true WHERE id = ANY (%(board_ids)s);

-- name: rating_rows
SELECT variant, revision, pool, format, version_id, elo, boards, settled_elo, settled_boards
FROM ratings;

-- name: put_rating
INSERT INTO ratings (variant, revision, pool, format, version_id, elo, boards, settled_elo,
    settled_boards)
VALUES (%(variant)s, %(revision)s, %(pool)s, %(format)s, %(version_id)s, %(elo)s, %(boards)s,
    %(settled_elo)s, %(settled_boards)s)
ON CONFLICT (variant, revision, pool, format, version_id) DO UPDATE
SET elo = excluded.elo, boards = excluded.boards, settled_elo = excluded.settled_elo,
    settled_boards = excluded.settled_boards;

-- name: drop_sums
WITH t AS (DELETE FROM tallies), s AS (DELETE FROM seat_tallies), e AS (DELETE FROM elo_steps)
DELETE FROM ratings;

-- name: add_tally
INSERT INTO tallies AS t
    (tournament_id, variant_index, players, boards, halves, squares, products, points, infractions,
    blocks, block_boards, block_halves, block_squares, block_products)
VALUES (%(tournament_id)s, %(variant_index)s, %(players)s, %(boards)s, %(halves)s, %(squares)s,
    %(products)s, %(points)s, %(infractions)s, %(blocks)s, %(block_boards)s, %(block_halves)s,
    %(block_squares)s, %(block_products)s)
ON CONFLICT (tournament_id, variant_index, players) DO UPDATE
SET boards = t.boards + excluded.boards, halves = summed(t.halves, excluded.halves),
    squares = summed(t.squares, excluded.squares),
    products = summed(t.products, excluded.products), points = summed(t.points, excluded.points),
    infractions = summed(t.infractions, excluded.infractions), blocks = t.blocks + excluded.blocks,
    block_boards = t.block_boards + excluded.block_boards,
    block_halves = summed(t.block_halves, excluded.block_halves),
    block_squares = summed(t.block_squares, excluded.block_squares),
    block_products = summed(t.block_products, excluded.block_products);

-- name: tallies_of
SELECT v.variant, t.players, t.boards, t.halves, t.squares, t.products, t.points, t.infractions,
    v.tables_per_board, 0 AS by_results, t.blocks, t.block_boards, t.block_halves, t.block_squares,
    t.block_products
FROM tallies t
JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE t.tournament_id = %(tournament_id)s ORDER BY t.variant_index, t.players;

-- name: tallies
-- Of all scales or one; a line-up has one row for each tournament.
SELECT v.variant, v.revision, n.pool, format_of(v.options) AS format, t.players, t.boards, t.halves,
    t.squares, t.products, t.points, t.infractions, v.tables_per_board,
    CASE WHEN n.kind IN ('swiss', 'ladder') THEN n.id ELSE 0 END AS by_results, t.blocks,
    t.block_boards, t.block_halves, t.block_squares, t.block_products
FROM tallies t JOIN tournaments n ON n.id = t.tournament_id AND n.test_seed IS NULL
JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE %(variant)s::text IS NULL
    OR (v.variant, v.revision, n.pool, format_of(v.options))
        = (%(variant)s::text, %(revision)s::integer, %(pool)s::text, %(format)s::text)
ORDER BY v.variant, v.revision DESC, n.pool, 4, t.players, t.tournament_id;

-- name: unfitted
-- Scales whose boards differ from those of their last fit, and how many more there are.
WITH tallied AS (
    SELECT v.variant, v.revision, v.pool, v.format, sum(t.boards) AS boards FROM tallies t
    JOIN scaled_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
    WHERE NOT v.is_test GROUP BY 1, 2, 3, 4
)
SELECT variant, revision, pool, format,
    (coalesce(tallied.boards, 0) - greatest(coalesce(f.boards, 0), 0))::bigint AS more
FROM tallied FULL JOIN official_fits f USING (variant, revision, pool, format)
WHERE tallied.boards IS DISTINCT FROM f.boards ORDER BY 1, 2, 3, 4;

-- name: fitted_boards
SELECT boards FROM official_fits WHERE (variant, revision, pool, format)
    = (%(variant)s, %(revision)s, %(pool)s, %(format)s);

-- name: put_fits
-- After `drop_fits`.
WITH f AS (
    INSERT INTO official_fits (variant, revision, pool, format, boards, fits) VALUES (%(variant)s,
        %(revision)s, %(pool)s, %(format)s, %(boards)s, %(fitted)s::json -> 'fits')
    RETURNING variant, revision, pool, format
)
INSERT INTO official_ratings
SELECT f.*, utc_day(), l.player, l.elo, l.low, l.high, l.boards
FROM f CROSS JOIN json_to_recordset(%(fitted)s::json -> 'lines')
    AS l (player bigint, elo float8, low float8, high float8, boards integer);

-- name: drop_fits
-- With the day's ratings, which the next fit replaces.
WITH f AS (
    DELETE FROM official_fits WHERE (variant, revision, pool, format)
        = (%(variant)s, %(revision)s, %(pool)s, %(format)s)
)
DELETE FROM official_ratings WHERE (variant, revision, pool, format, day)
    = (%(variant)s, %(revision)s, %(pool)s, %(format)s, utc_day());

-- name: daily_ratings
-- Of the last 366 days, by scale: a version, then the five newest others of its bot.
WITH v AS (
    SELECT id, bot FROM named_versions
    WHERE bot_id = (SELECT bot_id FROM bot_versions WHERE id = %(version_id)s)
    ORDER BY id = %(version_id)s DESC, id DESC LIMIT 6
)
SELECT variant, revision, pool, format, json_agg(json_build_object('bot', bot, 'day', day,
    'rating', rating, 'low', low, 'high', high, 'boards', boards)
    ORDER BY id = %(version_id)s DESC, id DESC, day)
FROM official_ratings JOIN v ON id = version_id WHERE day > utc_day() - 366
GROUP BY 1, 2, 3, 4;

-- name: recent_ratings
-- By version, of the last 30 days on a scale.
SELECT version_id, array_agg(rating ORDER BY day) FROM official_ratings
WHERE (variant, revision, pool, format) = (%(variant)s, %(revision)s, %(pool)s, %(format)s)
    AND day > utc_day() - 30 GROUP BY 1;

-- name: board_scores
-- Of rated boards by variant, in schedule order, as text, which a thread parses.
SELECT v.variant, v.tables_per_board,
    json_agg(json_build_array(b.line_up, b.halves) ORDER BY b.number)::text
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
WHERE b.tournament_id = %(tournament_id)s AND b.rated GROUP BY 1, 2;

-- name: doubt_fits
-- They are shown until the next fit.
UPDATE official_fits SET boards = -1;

-- name: fits
-- As text, which a thread parses.
SELECT variant, revision, pool, format, fits::text FROM official_fits
WHERE %(scales)s::jsonb IS NULL
    OR jsonb_build_array(variant, revision, pool, format) IN (
        SELECT jsonb_array_elements(%(scales)s::jsonb))
ORDER BY variant, revision DESC, pool, format;

-- name: scales_of
SELECT variant, revision, pool, format FROM scaled_variants
WHERE tournament_id = %(tournament_id)s ORDER BY index;

-- name: ratings
-- A page of whole tables, after that of a scale.
WITH wanted AS (
    SELECT DISTINCT variant, revision, pool, format FROM ratings
    WHERE (%(variant)s::text IS NULL OR variant = %(variant)s)
        AND (variant, revision, pool, format)
            > (%(after_variant)s, %(after_revision)s, %(after_pool)s, %(after_format)s)
    ORDER BY variant, revision, pool, format LIMIT %(limit)s
)
SELECT r.variant, r.revision, r.pool, r.format, r.version_id, n.bot, n.owner, r.elo, r.boards,
    r.boards > r.settled_boards AS provisional
FROM ratings r JOIN wanted USING (variant, revision, pool, format)
JOIN named_versions n ON n.id = r.version_id
ORDER BY r.variant, r.revision, r.pool, r.format, r.elo DESC, n.bot;

-- name: add_seat_tally
INSERT INTO seat_tallies AS t (tournament_id, variant_index, boards, halves, squares)
VALUES (%(tournament_id)s, %(variant_index)s, %(boards)s, %(halves)s, %(squares)s)
ON CONFLICT (tournament_id, variant_index) DO UPDATE SET boards = t.boards + excluded.boards,
    halves = summed(t.halves, excluded.halves), squares = summed(t.squares, excluded.squares);

-- name: seat_tallies
SELECT v.variant, v.revision, v.options ->> 'first_dealer' AS first_dealer, t.boards, t.halves,
    t.squares
FROM seat_tallies t
JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE %(tournament_id)s::bigint IS NULL OR t.tournament_id = %(tournament_id)s
ORDER BY v.variant, v.revision DESC, t.tournament_id;

-- name: put_elo_step
INSERT INTO elo_steps (tournament_id, variant_index, version_id, boards, elo_before, elo_after)
VALUES (%(tournament_id)s, %(variant_index)s, %(version_id)s, %(boards)s, %(elo_before)s,
    %(elo_after)s);

-- name: rating_of
-- On the requested scale, else on that with most boards under the newest rules revision.
SELECT revision, pool, format, elo, boards, settled_elo FROM ratings
WHERE variant = %(variant)s AND version_id = %(version_id)s
    AND %(pool)s IN ('', pool) AND %(format)s IN ('', format)
ORDER BY revision DESC, boards DESC, pool, format LIMIT 1;

-- name: steps_of
-- Steps of a version in the settled tournaments of a scale, in their order; then the others.
SELECT t.id AS tournament_id, t.name, t.settled, s.variant_index, true AS is_in, s.boards,
    s.elo_before, s.elo_after
FROM elo_steps s JOIN tournaments t ON t.id = s.tournament_id
JOIN scaled_variants v ON v.tournament_id = t.id AND v.index = s.variant_index
WHERE s.version_id = %(version_id)s AND (v.variant, v.revision, v.pool, v.format)
    = (%(variant)s::text, %(revision)s::integer, %(pool)s::text, %(format)s::text)
UNION ALL
SELECT t.id, t.name, NULL, v.index, EXISTS (
        SELECT FROM entrants e WHERE e.tournament_id = t.id AND e.version_id = %(version_id)s
    ), 0, NULL, NULL
FROM tournaments t JOIN scaled_variants v ON v.tournament_id = t.id
WHERE t.settled IS NULL AND t.state <> 'created' AND t.kind <> 'gate'
    AND (v.variant, v.revision, v.pool, v.format)
        = (%(variant)s::text, %(revision)s::integer, %(pool)s::text, %(format)s::text)
ORDER BY settled NULLS LAST, tournament_id;

-- name: ratings_before
-- All players at a settled tournament's boards of a variant.
SELECT version_id, elo_before FROM elo_steps
WHERE (tournament_id, variant_index) = (%(tournament_id)s, %(variant_index)s);

-- name: settled_ratings
SELECT version_id, settled_elo FROM ratings
WHERE (variant, revision, pool, format)
    = (%(variant)s, %(revision)s, %(pool)s, %(format)s) AND settled_boards > 0;

-- name: want_luck
INSERT INTO luck_wanted (tournament_id) VALUES (%(tournament_id)s) ON CONFLICT DO NOTHING;

-- name: take_luck
UPDATE luck_wanted SET busy_until = now() + make_interval(secs => %(patience)s)
WHERE tournament_id = (
    SELECT tournament_id FROM luck_wanted WHERE busy_until < now()
    ORDER BY tournament_id LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING tournament_id;

-- name: deals_for_luck
SELECT b.id AS board_id, b.variant, b.options, b.revision, b.seed FROM variant_boards b
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'closed'
    AND NOT EXISTS (SELECT FROM luck l WHERE l.board_id = b.id)
ORDER BY b.number LIMIT %(most)s;

-- name: end_luck
DELETE FROM luck_wanted WHERE tournament_id = %(tournament_id)s;

-- name: put_luck
INSERT INTO luck (board_id, points) VALUES (%(board_id)s, %(points)s) ON CONFLICT DO NOTHING;

-- name: free_luck
UPDATE luck_wanted SET busy_until = '-infinity'
WHERE tournament_id IN (SELECT tournament_id FROM boards WHERE id = ANY (%(board_ids)s));

-- name: luck_counts
SELECT v.variant, v.seats / v.seats_each AS games,
    count(b.id) FILTER (WHERE l.board_id IS NULL) AS waiting,
    count(l.board_id) FILTER (WHERE l.points IS NULL) AS impossible
FROM tournament_variants v
LEFT JOIN blocks k ON k.tournament_id = v.tournament_id AND k.variant_index = v.index
LEFT JOIN boards b ON b.block_id = k.id AND b.state = 'closed'
LEFT JOIN luck l ON l.board_id = b.id
WHERE v.tournament_id = %(tournament_id)s GROUP BY v.tournament_id, v.index ORDER BY v.index;

-- name: luck_sums
-- By player and half of the boards; the half is a bit of the seed.
SELECT b.variant, p.player, get_byte(b.seed, 0) & 1 AS half, count(*), sum(p.points),
    sum(p.points::numeric * p.points), sum(l.points), sum(l.points::numeric * l.points),
    sum(p.points::numeric * l.points)
FROM variant_boards b JOIN luck l ON l.board_id = b.id AND l.points IS NOT NULL
CROSS JOIN LATERAL unnest(b.line_up, b.points) AS p (player, points)
WHERE b.tournament_id = %(tournament_id)s AND b.rated GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

-- name: luck_pars
SELECT b.variant, get_byte(b.seed, 0) & 1 AS half, count(*), sum(l.points)
FROM variant_boards b JOIN luck l ON l.board_id = b.id AND l.points IS NOT NULL
WHERE b.tournament_id = %(tournament_id)s AND b.rated GROUP BY 1, 2 ORDER BY 1, 2;

-- name: decisions
-- Each bot's decisions, and those of the fallback, including unasked ones of a bot that left. For
-- one tournament, or for all except gates and tests.
SELECT v.variant, v.revision, v.pool, v.format, n.bot,
    sum(p.asked + p.fallbacks - p.infractions)::bigint, sum(p.fallbacks)::bigint
FROM play_counts p
JOIN scaled_variants v ON v.tournament_id = p.tournament_id AND v.index = p.variant_index
JOIN named_versions n ON n.id = p.version_id
WHERE CASE WHEN %(tournament_id)s::bigint IS NULL THEN v.kind <> 'gate' AND NOT v.is_test
    ELSE v.tournament_id = %(tournament_id)s END
GROUP BY 1, 2, 3, 4, 5;

-- name: forfeited_boards
-- By bot that has forfeited boards: its boards, and the forfeited ones.
WITH gone AS (
    SELECT v.variant, v.revision, v.pool, v.format, a.version_id, count(*) AS forfeited
    FROM boards b JOIN blocks k ON k.id = b.block_id
    JOIN scaled_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
    CROSS JOIN LATERAL unnest(b.absent) AS a (version_id)
    WHERE b.state = 'forfeited' AND CASE WHEN %(tournament_id)s::bigint IS NULL
        THEN v.kind <> 'gate' AND NOT v.is_test ELSE b.tournament_id = %(tournament_id)s END
    GROUP BY 1, 2, 3, 4, 5
)
SELECT g.variant, g.revision, g.pool, g.format, n.bot, (g.forfeited + coalesce((
        SELECT sum(y.boards) FROM tallies y
        JOIN scaled_variants v ON v.tournament_id = y.tournament_id AND v.index = y.variant_index
        WHERE y.players @> ARRAY[g.version_id]
            AND (v.variant, v.revision, v.pool, v.format)
                = (g.variant, g.revision, g.pool, g.format)
            AND (%(tournament_id)s::bigint IS NULL OR v.tournament_id = %(tournament_id)s)
    ), 0))::bigint, g.forfeited
FROM gone g JOIN named_versions n ON n.id = g.version_id;

-- name: voids_by_scale
SELECT v.variant, v.revision, v.pool, v.format, extract(epoch FROM x.voided)::float8, b.line_up,
    x.reason
FROM voids x JOIN boards b ON b.id = x.board_id JOIN blocks k ON k.id = b.block_id
JOIN scaled_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
WHERE CASE WHEN %(tournament_id)s::bigint IS NULL THEN v.kind <> 'gate' AND NOT v.is_test
    ELSE v.tournament_id = %(tournament_id)s END
ORDER BY x.voided, x.board_id;

-- name: table_conduct
-- Closed boards, voided ones, and the arena's lag.
SELECT v.variant, v.revision, v.pool, v.format, coalesce(sum(y.boards), 0)::bigint,
    coalesce(sum(x.voided), 0)::bigint, coalesce(sum(l.lag) / sum(l.looks), 0)
FROM scaled_variants v
LEFT JOIN (
    SELECT tournament_id, variant_index, sum(boards) AS boards FROM tallies
    WHERE %(tournament_id)s::bigint IS NULL OR tournament_id = %(tournament_id)s GROUP BY 1, 2
) y ON y.tournament_id = v.tournament_id AND y.variant_index = v.index
LEFT JOIN (
    SELECT k.tournament_id, k.variant_index, count(DISTINCT b.id) AS voided
    FROM voids x JOIN boards b ON b.id = x.board_id JOIN blocks k ON k.id = b.block_id
    WHERE %(tournament_id)s::bigint IS NULL OR k.tournament_id = %(tournament_id)s GROUP BY 1, 2
) x ON x.tournament_id = v.tournament_id AND x.variant_index = v.index
LEFT JOIN arena_lag l ON l.tournament_id = v.tournament_id AND l.variant_index = v.index
WHERE CASE WHEN %(tournament_id)s::bigint IS NULL THEN v.kind <> 'gate' AND NOT v.is_test
    ELSE v.tournament_id = %(tournament_id)s END
GROUP BY 1, 2, 3, 4;

-- name: losses
-- Points of a player and of the best other: over all rotations each held every seat's cards.
SELECT b.id::text AS board, b.number, b.variant,
    o.own::float8 / cardinality(b.line_up) AS points,
    o.best::float8 / cardinality(b.line_up) AS others
FROM variant_boards b
CROSS JOIN LATERAL (
    SELECT sum(p.points) FILTER (WHERE p.player = %(version_id)s) AS own,
        max(p.points) FILTER (WHERE p.player <> %(version_id)s) AS best
    FROM unnest(b.line_up, b.points) AS p (player, points)
) AS o
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'closed' AND b.tables_per_board = 1
    AND b.side = '' AND %(version_id)s = ANY (b.line_up)
    AND (%(variant)s::text IS NULL OR b.variant = %(variant)s)
    AND o.own < o.best
ORDER BY (o.own - o.best)::float8 / cardinality(b.line_up), b.number
LIMIT %(limit)s;

-- name: newest_in_rotations
-- The newest tournament with boards for `losses`; gates come last.
SELECT t.name FROM tournaments t JOIN entrants e ON e.tournament_id = t.id
WHERE e.version_id = %(version_id)s AND EXISTS (
    SELECT FROM variant_boards b
    WHERE b.tournament_id = t.id AND b.state = 'closed' AND b.tables_per_board = 1
        AND b.side = '' AND %(version_id)s = ANY (b.line_up)
        AND (%(variant)s::text IS NULL OR b.variant = %(variant)s))
ORDER BY t.kind = 'gate', t.id DESC LIMIT 1;

-- name: boards_in_rotations
-- Number of boards of a player that `losses` compares.
SELECT count(*) FROM variant_boards b
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'closed' AND b.tables_per_board = 1
    AND b.side = '' AND %(version_id)s = ANY (b.line_up)
    AND (%(variant)s::text IS NULL OR b.variant = %(variant)s);

-- name: met_boards
-- Closed boards with all of *versions*, of a stretch of the schedule: an index has it, so no others
-- are read. Boards of gates compare nobody.
SELECT b.id, b.number, b.variant, b.line_up, b.halves, b.points, b.infractions, b.tables_per_board
FROM variant_boards b
WHERE b.tournament_id = %(tournament_id)s AND b.number >= %(first)s AND b.number < %(behind)s
    AND b.state = 'closed' AND b.side = '' AND b.line_up @> %(versions)s::bigint[]
    AND (%(variant)s::text IS NULL OR b.variant = %(variant)s)
ORDER BY b.number LIMIT %(limit)s;

-- name: has_boards_from
SELECT EXISTS (
    SELECT FROM boards WHERE tournament_id = %(tournament_id)s AND number >= %(first)s
);
