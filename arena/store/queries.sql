-- Queries that several modules use. Parameters are psycopg's; a literal percent sign would have to
-- be doubled.

-- name: owner_id
SELECT id FROM owners WHERE name = %(name)s;

-- name: games
-- A page after a board's number and a rotation, or before them, the last one first. Seats of open
-- boards are those before a draw. Postgres removes the constant cases from the plan.
SELECT g.id, b.number AS board, g.rotation, v.variant, is_public(b) AS is_closed,
    ARRAY(SELECT n.bot FROM generate_subscripts(g.seat_ids, 1) seat JOIN named_versions n
        ON n.id = coalesce(g.seated[seat], would_sit(b, g.rotation, seat))
        ORDER BY seat) AS bots,
    g.ranks, g.scores, g.ended, jsonb_array_length(g.infractions) AS infractions,
    coalesce(to_char(k.claimed AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), '') AS played,
    (SELECT t.pool FROM tournaments t WHERE t.id = %(tournament_id)s) AS pool
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.tournament_id = %(tournament_id)s AND CASE WHEN %(before)s
        THEN b.number <= %(board)s AND (b.number, g.rotation) < (%(board)s, %(rotation)s)
        ELSE b.number >= %(board)s AND (b.number, g.rotation) > (%(board)s, %(rotation)s) END
    AND (%(open)s OR is_public(b))
    AND (%(version_id)s::bigint IS NULL OR %(version_id)s = ANY (b.line_up || b.sitting))
    AND (%(seat)s::int IS NULL OR %(version_id)s IN (g.seated[%(seat)s::int + 1],
        entrant_of(b.line_up, b.sitting, g.seated[%(seat)s::int + 1])))
    AND (%(variant)s::text IS NULL OR v.variant = %(variant)s)
    AND (%(seat_id)s::bigint IS NULL OR %(seat_id)s = ANY (g.seat_ids))
    AND (%(ids)s::bigint[] IS NULL OR g.id = ANY (%(ids)s))
    AND (%(won)s::boolean IS NULL OR EXISTS (SELECT FROM generate_subscripts(g.ranks, 1) s
        WHERE (g.ranks[s] = 1) = %(won)s AND %(version_id)s
            IN (g.seated[s], entrant_of(b.line_up, b.sitting, g.seated[s]))))
ORDER BY CASE WHEN %(before)s THEN b.number END DESC, CASE WHEN %(before)s THEN g.rotation END DESC,
    b.number, g.rotation LIMIT %(limit)s;

-- name: dearest_games
-- Games of a player, by the mean points of the others with the same cards less its own points.
SELECT g.id, avg(o.points - g.scores[s.seat])::float8 AS loss
FROM variant_boards b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
CROSS JOIN LATERAL generate_subscripts(g.scores, 1) AS s (seat)
CROSS JOIN LATERAL (SELECT avg(h.scores[s.seat]) AS points FROM games h
    WHERE h.board_id = b.id AND h.attempt = b.attempt AND h.id <> g.id) AS o
WHERE b.tournament_id = %(tournament_id)s AND b.is_public
    AND %(version_id)s = ANY (b.line_up || b.sitting)
    AND %(version_id)s IN (g.seated[s.seat],
        entrant_of(b.line_up, b.sitting, g.seated[s.seat]))
    AND (%(seat)s::int IS NULL OR s.seat = %(seat)s::int + 1)
    AND (%(variant)s::text IS NULL OR b.variant = %(variant)s)
    AND (%(won)s::boolean IS NULL OR (g.ranks[s.seat] = 1) = %(won)s)
    AND o.points IS NOT NULL
GROUP BY g.id, b.number, g.rotation ORDER BY loss DESC, b.number, g.rotation LIMIT %(limit)s;

-- name: find_version
-- The version called "name@version", or the newest one of a bot's name.
SELECT n.id, n.bot, n.owner, n.owner_ids,
    ARRAY(SELECT unnest(ARRAY[p.first_id, p.second_id])
        FROM pairs p WHERE p.version_id = n.id) AS members
FROM named_versions n WHERE n.bot = %(bot)s OR n.name = %(bot)s ORDER BY n.id DESC LIMIT 1;

-- name: tournaments
-- One, by name, or a page of those with smaller ids, newest first.
SELECT t.id, t.name, t.kind, t.state, t.pool, t.created,
    ARRAY(SELECT v.variant FROM tournament_variants v
        WHERE v.tournament_id = t.id ORDER BY v.index) AS variants,
    ARRAY(SELECT jsonb_build_array(n.id, n.bot, n.owner, e.late, e.withdrawn IS NOT NULL)
        FROM entrants e JOIN named_versions n ON n.id = e.version_id
        WHERE e.tournament_id = t.id ORDER BY e.index) AS entrants,
    b.boards, b.closed, b.games, b.cancelled, b.forfeited, t.priority, t.secrets_root,
    coalesce(t.test_seed, ''),
    coalesce((SELECT o.name FROM ladders l JOIN tournaments o ON o.id = l.next_id
        WHERE l.tournament_id = t.id), '') AS next_season,
    deals_of(t) AS deals,
    ARRAY(SELECT format_of(v.options) FROM tournament_variants v
        WHERE v.tournament_id = t.id ORDER BY v.index) AS formats,
    (SELECT max(k.claimed) FROM blocks k
        WHERE k.tournament_id = t.id AND k.claimed IS NOT NULL AND k.state = 'done') AS played,
    make_interval(secs => t.move_us / 1e6), make_interval(secs => t.bank_us / 1e6), t.forfeit_after,
    coalesce(d.options, '{}'), d.started, d.ended
FROM tournaments t JOIN board_counts b ON b.tournament_id = t.id
LEFT JOIN LATERAL (
    SELECT ARRAY(SELECT v.options FROM tournament_variants v
            WHERE v.tournament_id = t.id ORDER BY v.index) AS options,
        (SELECT min(k.claimed) FROM blocks k WHERE k.tournament_id = t.id) AS started,
        -- Blocks end nearly in the order of their claims.
        (SELECT max(k.claimed + coalesce(k.played, '0')) FROM (
            SELECT * FROM blocks l WHERE l.tournament_id = t.id AND l.claimed IS NOT NULL
            ORDER BY l.claimed DESC LIMIT 20
        ) k WHERE t.state IN ('finished', 'cancelled')) AS ended
) d ON %(name)s::text IS NOT NULL
WHERE (%(name)s::text IS NULL OR t.name = %(name)s) AND t.id < %(before)s
ORDER BY t.id DESC LIMIT %(limit)s;

-- name: tournament_id
SELECT id FROM tournaments WHERE name = %(name)s;

-- name: lock_versions
SELECT id FROM bot_versions WHERE id = ANY (with_members(%(version_ids)s)) ORDER BY id
FOR NO KEY UPDATE;

-- name: try_lock
SELECT pg_try_advisory_xact_lock(%(key)s);

-- name: lock_tournament
-- If two last blocks end at the same moment, the second sees the first.
SELECT id FROM tournaments WHERE id = %(tournament_id)s FOR NO KEY UPDATE;

-- name: end_tournament
UPDATE tournaments t SET state = 'finished'
WHERE t.id = %(tournament_id)s AND t.state IN ('running', 'paused')
    AND t.kind <> 'gate' AND t.round = t.rounds
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.tournament_id = t.id AND b.state <> 'done');

-- name: closed_boards
-- In schedule order.
WITH new AS MATERIALIZED (
    SELECT DISTINCT block_id FROM boards
    WHERE tournament_id = %(tournament_id)s AND state = 'closed' AND NOT rated
)
SELECT b.id, b.block_id, b.rated, b.block_id IN (SELECT block_id FROM new), b.variant_index,
    b.variant, b.revision, pool_of(t), format_of(b.options), b.seat_halves, b.number, b.line_up,
    b.halves, b.points, b.infractions, b.tables_per_board
FROM variant_boards b JOIN tournaments t ON t.id = b.tournament_id
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'closed'
    AND (%(rated_too)s OR b.block_id = ANY (ARRAY(SELECT block_id FROM new)))
    AND (%(variant_index)s::int IS NULL OR b.variant_index = %(variant_index)s)
ORDER BY b.number;

-- name: one_moment
-- All following queries of this transaction read one snapshot.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;
