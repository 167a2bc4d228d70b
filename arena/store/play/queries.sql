-- name: count_infractions
INSERT INTO infractions AS f (version_id, infraction, count, last)
SELECT version_id, infraction, count, now()
FROM unnest(%(version_ids)s::bigint[], %(infractions)s::text[], %(counts)s::bigint[])
    AS n (version_id, infraction, count)
ORDER BY version_id, infraction
ON CONFLICT (version_id, infraction) DO UPDATE
SET count = f.count + excluded.count, last = excluded.last;

-- name: infraction_counts
SELECT infraction, count, last FROM infractions
WHERE version_id = %(version_id)s ORDER BY infraction;

-- name: note_timeout
INSERT INTO timeouts (game_id, board_id, hand, decision, seat, version_id, number, move_us, bank_us,
    elapsed_us, rtt_us, lag_us, silent_us, connected)
SELECT id, board_id, %(hand)s, %(decision)s, %(seat)s, %(version_id)s, %(number)s, %(move_us)s,
    %(bank_us)s, %(elapsed_us)s, %(rtt_us)s, %(lag_us)s, %(silent_us)s, %(connected)s
FROM games WHERE id = %(game_id)s
ON CONFLICT DO NOTHING;

-- name: infractions
-- A page after a place: infractions of closed boards in schedule order, and timeouts of open ones,
-- which are stored with the journal. Operators (owner_id NULL) see their place. An owner sees its
-- own timeouts last, in the order of storage, shuffled within a moment. A bot's partner on an open
-- board stays hidden: infractions of pairs are listed under their name after the board is closed.
WITH found AS (
    SELECT b.number AS board, g.rotation, (i->>'hand')::int AS hand,
        (i->>'decision')::int AS decision, (i->>'seat')::int AS seat, i->>'reason' AS reason,
        g.seated[(i->>'seat')::int + 1] AS version_id, g.id AS game_id, true AS is_closed,
        b.block_id, b.line_up, b.sitting
    FROM (
        SELECT id, number, attempt, block_id, line_up, sitting FROM boards c
        WHERE tournament_id = %(tournament_id)s AND number >= (%(after)s::bigint[])[1]
            AND state = 'closed' AND is_public(c)
            AND cardinality(array_remove(infractions, 0)) > 0
            AND (%(bot)s::text IS NULL OR line_up && (
                SELECT sharing(array_agg(n.id)) FROM named_versions n WHERE n.bot = %(bot)s))
        ORDER BY number LIMIT CASE WHEN %(bot)s::text IS NULL THEN %(limit)s + 1 END
    ) b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL jsonb_array_elements(g.infractions) i
    UNION ALL
    SELECT b.number, g.rotation, t.hand, t.decision, t.seat, 'timeout', t.version_id, g.id, false,
        b.block_id, b.line_up, b.sitting
    FROM boards b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    JOIN timeouts t ON t.board_id = b.id AND t.game_id = g.id
    WHERE b.tournament_id = %(tournament_id)s AND b.state IN ('owed', 'playing')
        AND b.id IN (SELECT board_id FROM journal)
), named AS (
    SELECT f.*, f.is_closed OR %(owner_id)s::bigint IS NULL AS has_place, v.variant, n.bot,
        n.owner_id, to_jsonb(t) AS evidence, t.noted
    FROM found f JOIN named_versions n ON n.id = f.version_id
    JOIN blocks k ON k.id = f.block_id
    JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
    LEFT JOIN timeouts t
        ON (t.game_id, t.hand, t.decision, t.seat) = (f.game_id, f.hand, f.decision, f.seat)
        AND f.reason = 'timeout'
    WHERE (%(bot)s::text IS NULL OR n.bot = %(bot)s
        OR ((f.is_closed OR %(owner_id)s::bigint IS NULL) AND f.sitting IS NOT NULL
            AND %(bot)s = (SELECT p.bot FROM named_versions p
                WHERE p.id = entrant_of(f.line_up, f.sitting, f.version_id))))
        AND (f.is_closed OR %(owner_id)s::bigint IS NULL OR n.owner_id = %(owner_id)s)
), placed AS (
    SELECT *, CASE WHEN has_place THEN ARRAY[board, rotation, hand, decision, seat]::bigint[]
        ELSE ARRAY[%(behind)s, (extract(epoch FROM noted) * 1000000)::bigint, row_number() OVER (
            PARTITION BY has_place, noted
            ORDER BY md5(concat_ws('.', game_id, hand, decision, seat))
        ), 0, 0]::bigint[] END AS place
    FROM named
)
SELECT place, CASE WHEN has_place THEN board END AS board,
    CASE WHEN has_place THEN hand END AS hand, CASE WHEN has_place THEN decision END AS decision,
    CASE WHEN has_place THEN seat END AS seat, CASE WHEN has_place THEN game_id END AS game_id,
    reason, is_closed, variant, bot, owner_id, evidence, noted
FROM placed WHERE place > %(after)s::bigint[] ORDER BY place LIMIT %(limit)s;

-- name: see_gateway
INSERT INTO gateways (id, link_address, seen, lag)
VALUES (%(gateway)s, %(link_address)s, now(), %(lag)s)
ON CONFLICT (id) DO UPDATE
SET link_address = excluded.link_address, seen = excluded.seen, lag = excluded.lag;

-- name: put_instances
INSERT INTO instances AS i (gateway_id, version_id, instance, max_seats, variants, columnar)
SELECT %(gateway)s, version_id, instance, max_seats, variants, columnar
FROM jsonb_to_recordset(%(instances)s)
    AS r (version_id bigint, instance text, max_seats int, variants text[], columnar boolean)
ON CONFLICT (gateway_id, version_id, instance) DO UPDATE
SET max_seats = excluded.max_seats, variants = excluded.variants, columnar = excluded.columnar
WHERE (i.max_seats, i.variants, i.columnar)
    IS DISTINCT FROM (excluded.max_seats, excluded.variants, excluded.columnar);

-- name: drop_other_instances
DELETE FROM instances i WHERE i.gateway_id = %(gateway)s AND NOT EXISTS (
    SELECT FROM jsonb_to_recordset(%(instances)s) AS r (version_id bigint, instance text)
    WHERE r.version_id = i.version_id AND r.instance = i.instance
);

-- name: drop_gateway
DELETE FROM gateways WHERE id = %(gateway)s;

-- name: gateways_of
SELECT i.version_id, g.link_address, sum(i.max_seats)
FROM live_instances i JOIN gateways g ON g.id = i.gateway_id
WHERE i.version_id = ANY (%(version_ids)s) GROUP BY i.version_id, g.link_address;

-- name: see_worker
WITH gone AS (DELETE FROM workers WHERE seen < now() - interval '1 day')
INSERT INTO workers (name, seen) VALUES (%(name)s, now())
ON CONFLICT (name) DO UPDATE SET seen = now();

-- name: drop_worker
DELETE FROM workers WHERE name = %(name)s;

-- name: note_strikes
-- One strike for each minute with grave infractions.
INSERT INTO strikes (version_id, minute, infraction)
SELECT DISTINCT ON (version_id) version_id, date_trunc('minute', now()), infraction
FROM unnest(%(version_ids)s::bigint[], %(infractions)s::text[]) AS n (version_id, infraction)
WHERE infraction = ANY (%(grave)s) ORDER BY version_id, infraction
ON CONFLICT DO NOTHING;

-- name: plan_once
-- All queries of this transaction use keys, and are planned once.
SET LOCAL plan_cache_mode = force_generic_plan;

-- name: lock_claimable
SELECT b.id, b.line_up, b.attempts, v.variant, v.options, v.revision, v.seats_each,
    v.tables_per_board, t.move_us, t.bank_us, t.auto_single
FROM lock_next_block(%(families)s::text[], %(passed)s::bigint[]) AS n (id)
JOIN blocks b ON b.id = n.id JOIN tournaments t ON t.id = b.tournament_id
JOIN tournament_variants v ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
FOR UPDATE OF b;

-- name: free_seats
SELECT version_id, free
FROM seats_of(with_members(%(version_ids)s), %(variant)s, %(block_id)s);

-- name: any_columnar
-- Whether one of them, or of their members, is asked in columns.
SELECT EXISTS (
    SELECT FROM live_instances i
    WHERE i.columnar AND i.version_id = ANY (with_members(%(version_ids)s))
);

-- name: submitted_of
SELECT version_id FROM bundles WHERE version_id = ANY (%(version_ids)s);

-- name: lease_block
UPDATE blocks
SET state = 'leased', lease_number = lease_number + 1, attempts = attempts + 1, worker = %(worker)s,
    passed_since = NULL, lease_until = clock_timestamp() + make_interval(secs => %(lease)s),
    claimed = clock_timestamp(), tables = %(tables)s
WHERE id = %(block_id)s RETURNING lease_number;

-- name: take_seats
INSERT INTO block_seats (block_id, version_id, seats)
SELECT %(block_id)s, unnest(%(version_ids)s::bigint[]), unnest(%(seats)s::int[]);

-- name: free_block_seats
DELETE FROM block_seats WHERE block_id = ANY (%(block_ids)s::bigint[]);

-- name: note_passed_over
UPDATE blocks SET passed_since = now() WHERE id = (
    SELECT id FROM blocks WHERE id = passed_over(%(block_id)s) FOR UPDATE SKIP LOCKED
);

-- name: play_boards
UPDATE boards SET state = 'playing' WHERE block_id = %(block_id)s AND state = 'owed';

-- name: open_boards
SELECT id, number, attempt, seed, line_up, sitting, tables_per_board FROM boards
WHERE block_id = %(block_id)s AND state IN ('owed', 'playing') ORDER BY number;

-- name: add_games
INSERT INTO games (board_id, rotation, attempt, seat_ids)
SELECT board_id, rotation, attempt, seat_ids
FROM jsonb_to_recordset(%(games)s)
    AS r (board_id bigint, rotation int, attempt int, seat_ids bigint[])
RETURNING board_id, rotation, id, seat_ids;

-- name: games_of_block
SELECT g.board_id, g.rotation, g.id, g.seat_ids
FROM games g JOIN boards b ON b.id = g.board_id AND b.attempt = g.attempt
WHERE b.block_id = %(block_id)s AND b.state IN ('owed', 'playing') ORDER BY g.board_id, g.rotation;

-- name: journal_pieces
SELECT game_id, start, actions, charges, state, clean, lease_number FROM journal
WHERE game_id = ANY (%(game_ids)s)
ORDER BY id;

-- name: forget_old_answers
DELETE FROM spilled_answers WHERE written < now() - interval '30 days';

-- name: spill_answers
INSERT INTO spilled_answers (seat_id, lease_number, gateway, columnar, answers, opening, since)
VALUES (
    %(seat_id)s, %(lease_number)s, %(gateway)s, %(columnar)s, %(answers)s, %(opening)s, %(since)s
)
ON CONFLICT (seat_id, lease_number, gateway, opening)
DO UPDATE SET columnar = excluded.columnar, answers = excluded.answers, since = excluded.since,
    written = now();

-- name: spilled_answers
SELECT seat_id, lease_number, gateway, columnar, answers, opening, since FROM spilled_answers
WHERE seat_id = ANY (%(seat_ids)s) ORDER BY lease_number, written;

-- name: held_blocks
-- Locks the leases that are valid; an expired one is valid until the next claim.
SELECT b.id FROM blocks b
JOIN unnest(%(block_ids)s::bigint[], %(lease_numbers)s::bigint[]) AS l (id, lease_number) USING (id)
WHERE b.state = 'leased' AND b.lease_number = l.lease_number ORDER BY b.id FOR UPDATE OF b;

-- name: renew_leases
UPDATE blocks
SET worker = %(worker)s, lease_until = clock_timestamp() + make_interval(secs => %(lease)s)
WHERE id = ANY (%(block_ids)s);

-- name: journal_lengths
-- Stored actions of each open game of the blocks.
SELECT g.id, g.board_id,
    coalesce((SELECT j.upto FROM journal j WHERE j.game_id = g.id ORDER BY j.id DESC LIMIT 1), 0)
FROM games g JOIN boards b ON b.id = g.board_id
WHERE g.id = ANY (%(game_ids)s) AND b.block_id = ANY (%(block_ids)s) AND g.ended IS NULL;

-- name: copy_journal
COPY journal (game_id, board_id, lease_number, start, upto, actions, charges, state, clean)
FROM STDIN;

-- name: release_block
UPDATE blocks SET state = 'owed', lease_until = NULL, attempts = attempts - 1,
    not_before = now() + make_interval(secs => %(wait)s)
WHERE id = %(block_id)s;

-- name: fail_attempt
-- It waits 0.1, 0.4, 0.9, 1.6 ... seconds, at most a minute.
UPDATE blocks SET state = 'owed', lease_until = NULL, traceback = %(traceback)s,
    not_before = now() + make_interval(secs => least(0.1 * attempts * attempts, 60))
WHERE id = %(block_id)s RETURNING attempts;

-- name: fail_block
UPDATE blocks SET state = 'failed', lease_until = NULL,
    traceback = coalesce(%(traceback)s, traceback,
        'its workers died, or its boards were voided, ' || attempts || ' times')
WHERE id = %(block_id)s;

-- name: put_boards_back
UPDATE boards SET state = 'owed'
WHERE block_id = ANY (%(block_ids)s::bigint[]) AND state = 'playing';

-- name: attempts
SELECT attempts FROM blocks WHERE id = %(block_id)s;

-- name: board_to_void
SELECT b.block_id, b.state, t.master, t.mix, k.epoch, coalesce(b.deal, b.number), b.attempt
FROM boards b JOIN blocks k ON k.id = b.block_id JOIN tournaments t ON t.id = b.tournament_id
WHERE b.id = %(board_id)s;

-- name: drop_games
DELETE FROM games WHERE board_id = %(board_id)s;

-- name: note_void
INSERT INTO voids (board_id, attempt, seed, commitment, reason)
SELECT id, attempt, seed, commitment, %(reason)s FROM boards
WHERE id = %(board_id)s AND state = 'playing';

-- name: void_board
-- Without a next seed it is cancelled.
UPDATE boards SET state = CASE WHEN %(seed)s::bytea IS NULL THEN 'cancelled' ELSE 'owed' END,
    attempt = attempt + (%(seed)s::bytea IS NOT NULL)::int, seed = coalesce(%(seed)s::bytea, seed),
    commitment = coalesce(sha256(%(seed)s::bytea), commitment)
WHERE id = %(board_id)s AND state = 'playing';

-- name: boards_of_games
-- The boards under play with one of the games; seats of a game, and games of all rotations.
SELECT b.id, b.number, b.line_up, b.sitting, b.tables_per_board,
    min(cardinality(g.seat_ids)) AS seats, array_agg(g.id ORDER BY g.rotation) AS games
FROM boards b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.block_id = %(block_id)s AND b.state = 'playing'
    AND EXISTS (SELECT FROM games h WHERE h.board_id = b.id AND h.id = ANY (%(game_ids)s))
GROUP BY b.id ORDER BY b.number;

-- name: end_game
UPDATE games
SET seated = %(players_by_seat)s, ranks = %(ranks)s, scores = %(scores)s, ended = %(ended)s,
    actions = %(actions)s, infractions = %(infractions)s, elapsed_s = %(elapsed_s)s,
    charges = %(charges)s
WHERE board_id = %(board_id)s AND id = %(game_id)s;

-- name: close_board
UPDATE boards SET state = 'closed', halves = %(halves)s, points = %(points)s,
    infractions = %(infractions)s, seat_halves = %(seat_halves)s
WHERE id = %(board_id)s;

-- name: drop_journals
DELETE FROM journal WHERE game_id = ANY (%(game_ids)s);

-- name: has_open_boards
SELECT EXISTS (SELECT FROM boards WHERE block_id = %(block_id)s AND state IN ('owed', 'playing'));

-- name: end_block
UPDATE blocks
SET lease_until = NULL, played = CASE attempts WHEN 1 THEN clock_timestamp() - claimed END,
    state = CASE WHEN EXISTS (
        SELECT FROM boards WHERE block_id = %(block_id)s AND state IN ('owed', 'playing')
    ) THEN 'owed' ELSE 'done' END
WHERE id = %(block_id)s
RETURNING tournament_id, state = 'done' AND (
    SELECT b.id FROM blocks b WHERE b.tournament_id = blocks.tournament_id AND b.state = 'owed'
    AND b.id <> %(block_id)s ORDER BY b.tournament_id, b.id + 0 LIMIT 1
) IS NULL AS may_be_last;

-- name: archived_of
SELECT t.name, a.part, p.file FROM archived_tournaments a JOIN archived_parts p USING (part)
JOIN tournaments t ON t.id = a.tournament_id
WHERE a.tournament_id = %(tournament_id)s ORDER BY a.part LIMIT 1;

-- name: board_of_game
SELECT b.number FROM games g JOIN boards b ON b.id = g.board_id
WHERE g.id = %(game)s AND b.tournament_id = %(tournament_id)s;

-- name: public_board
SELECT b.id, t.id AS tournament_id, t.name AS tournament, b.number, b.variant,
    b.tables_per_board AS tables, b.commitment, b.seed, b.epoch, ARRAY(
        SELECT g.id FROM games g WHERE g.board_id = b.id AND g.attempt = b.attempt
        ORDER BY g.rotation
    ) AS games
FROM variant_boards b JOIN tournaments t ON t.id = b.tournament_id
WHERE b.id = CASE WHEN %(game)s::bigint IS NULL THEN %(board)s::bigint
    ELSE (SELECT g.board_id FROM games g WHERE g.id = %(game)s) END AND b.is_public;

-- name: newest_game
-- A game of the tournament's closed board whose play began last.
SELECT g.id FROM blocks k JOIN boards b ON b.block_id = k.id
JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE k.tournament_id = %(tournament_id)s AND k.claimed IS NOT NULL AND is_public(b)
ORDER BY k.claimed DESC, b.number DESC, g.rotation LIMIT 1;

-- name: stored_games
-- A page of the boards up to a number, after a board's number and a rotation. Charges of decisions
-- are included for public boards only, also for operators.
SELECT g.id, b.variant, b.options, b.revision, b.seed, g.actions, g.infractions, g.elapsed_s,
    CASE WHEN b.is_public THEN g.charges ELSE '' END AS charges,
    ARRAY(SELECT n.bot FROM unnest(g.seated) WITH ORDINALITY AS s (id, seat)
        JOIN named_versions n ON n.id = s.id ORDER BY s.seat) AS seats,
    b.number, g.rotation
FROM variant_boards b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.tournament_id = %(tournament_id)s
    AND (b.is_public OR %(with_open)s AND g.ended IS NOT NULL)
    AND (%(game)s::bigint IS NULL OR g.id = %(game)s)
    AND b.number BETWEEN %(number)s AND %(upto)s
    AND (b.number, g.rotation) > (%(number)s, %(rotation)s)
ORDER BY b.number, g.rotation LIMIT %(page)s;

-- name: open_games
-- A page of games that have begun, after a board's number and a rotation.
SELECT g.id, v.variant, v.options, v.revision, b.seed, b.number, g.rotation,
    ARRAY(SELECT n.bot FROM generate_subscripts(g.seat_ids, 1) seat JOIN named_versions n
        ON n.id = would_sit(b, g.rotation, seat) ORDER BY seat) AS seats
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.tournament_id = %(tournament_id)s AND b.state IN ('owed', 'playing')
    AND (%(game)s::bigint IS NULL OR g.id = %(game)s)
    AND g.ended IS NULL AND EXISTS (SELECT FROM journal j WHERE j.game_id = g.id)
    AND b.number >= %(number)s AND (b.number, g.rotation) > (%(number)s, %(rotation)s)
ORDER BY b.number, g.rotation LIMIT %(page)s;

-- name: count_play
INSERT INTO play_counts AS p (
    tournament_id, variant_index, version_id, games, asked, charged_us, infractions, counts,
    fallbacks
)
SELECT tournament_id, variant_index, %(version_id)s, %(games)s, %(asked)s, %(charged_us)s,
    %(infractions)s, %(counts)s, %(fallbacks)s
FROM blocks WHERE id = %(block_id)s
ON CONFLICT (version_id, tournament_id, variant_index) DO UPDATE
SET games = p.games + excluded.games, asked = p.asked + excluded.asked,
    charged_us = p.charged_us + excluded.charged_us,
    infractions = p.infractions + excluded.infractions,
    counts = summed(p.counts, excluded.counts), fallbacks = p.fallbacks + excluded.fallbacks;

-- name: note_lag
-- The largest share of time for which a gateway is blocked now, read with each block's results.
INSERT INTO arena_lag AS l (tournament_id, variant_index, looks, lag)
SELECT tournament_id, variant_index, 1, coalesce((
        SELECT max(lag) FROM gateways WHERE seen > now() - interval '10 s'), 0)
FROM blocks WHERE id = %(block_id)s
ON CONFLICT (tournament_id, variant_index) DO UPDATE
SET looks = l.looks + excluded.looks, lag = l.lag + excluded.lag;

-- name: play_counts
SELECT v.variant, v.revision, p.version_id = %(version_id)s AS is_own,
    sum(p.games)::bigint AS games, sum(p.asked)::bigint AS asked,
    sum(p.charged_us)::bigint AS charged_us, sum(p.infractions)::bigint AS infractions,
    sum_each(p.counts) AS counts, sum(p.fallbacks)::bigint AS fallbacks,
    array_agg(DISTINCT pool_of(t)) AS pools
FROM play_counts p
JOIN tournament_variants v ON v.tournament_id = p.tournament_id AND v.index = p.variant_index
JOIN tournaments t ON t.id = p.tournament_id
WHERE t.kind <> 'gate' AND (%(variant)s::text IS NULL OR v.variant = %(variant)s)
    AND (v.variant, v.revision) IN (
        SELECT w.variant, w.revision FROM play_counts q
        JOIN tournament_variants w
            ON w.tournament_id = q.tournament_id AND w.index = q.variant_index
        JOIN tournaments u ON u.id = q.tournament_id
        WHERE q.version_id = %(version_id)s AND u.kind <> 'gate'
    )
GROUP BY v.variant, v.revision, is_own ORDER BY v.variant, v.revision DESC, is_own DESC;

-- name: figures
-- Read every few seconds, so it uses indexes of open rows.
WITH running AS (
    SELECT coalesce(sum(c.boards), 0)::bigint AS boards,
        coalesce(sum(c.closed), 0)::bigint AS closed
    FROM tournaments t JOIN board_counts c ON c.tournament_id = t.id WHERE t.state = 'running'
), open_boards AS (
    SELECT count(*) FILTER (WHERE k.state = 'leased' AND b.state = 'playing') AS playing,
        count(*) FILTER (WHERE k.state = 'failed') AS failed
    FROM blocks k JOIN boards b ON b.block_id = k.id AND b.state IN ('owed', 'playing')
    JOIN tournaments t ON t.id = k.tournament_id AND t.state = 'running'
    WHERE k.state IN ('leased', 'failed')
), leases AS (
    SELECT coalesce(extract(epoch FROM now() - min(claimed)), 0)::float8 AS oldest_claim_s,
        count(*) FILTER (WHERE lease_until < now()) AS overdue
    FROM blocks WHERE state = 'leased'
)
SELECT r.boards, r.closed, o.playing, o.failed, l.oldest_claim_s, l.overdue,
    (SELECT count(*) FROM boards b JOIN tournaments t ON t.id = b.tournament_id AND t.kind <> 'gate'
        WHERE b.state = 'closed' AND NOT b.rated) AS unrated,
    (SELECT count(*) FROM live_workers) AS workers,
    (SELECT count(*) FROM gateways WHERE seen > now() - interval '10 seconds') AS gateways,
    (SELECT count(DISTINCT version_id) FROM live_instances) AS bots,
    (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
    current_setting('max_connections')::int AS max_connections,
    pg_database_size(current_database()) AS bytes
FROM running r, open_boards o, leases l;
