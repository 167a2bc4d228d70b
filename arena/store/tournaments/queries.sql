-- name: create_tournament
INSERT INTO tournaments (name, kind, pool, boards_each, allow_same_owner, schedule_seed, move_us,
    bank_us, auto_single, forfeit_after, challengers, rounds, priority, master, mix,
    secrets_root, test_seed)
VALUES (%(name)s, %(kind)s, %(pool)s, %(boards_each)s, %(allow_same_owner)s, %(schedule_seed)s,
    %(move_us)s, %(bank_us)s, %(auto_single)s, %(forfeit_after)s, %(challengers)s, %(rounds)s,
    %(priority)s, %(master)s, %(mix)s, %(secrets_root)s, %(test_seed)s)
RETURNING id;

-- name: add_variant
INSERT INTO tournament_variants (tournament_id, index, variant, family, options, revision,
    seats, seats_each, weight, tables_per_board)
VALUES (%(tournament_id)s, %(index)s, %(variant)s, %(family)s, %(options)s, %(revision)s,
    %(seats)s, %(seats_each)s, %(weight)s, %(tables_per_board)s);

-- name: add_entrant
INSERT INTO entrants (tournament_id, index, version_id)
VALUES (%(tournament_id)s, %(index)s, %(version_id)s);

-- name: reserve_block_ids
SELECT nextval(pg_get_serial_sequence('blocks', 'id')) FROM generate_series(1, %(count)s);

-- name: copy_blocks
COPY blocks (id, tournament_id, variant_index, line_up, round, epoch) FROM STDIN;

-- name: copy_boards
COPY boards (tournament_id, block_id, number, line_up, sitting, seed, commitment, tables_per_board,
    deal, side) FROM STDIN;

-- name: pace
-- Seconds of a quick and of a slow game in the newest blocks played without a break, of these bots
-- or any. Boards are played at the block's tables at the same time, rotations one after another.
SELECT count(*), percentile_cont(0.2) WITHIN GROUP (ORDER BY seconds),
    percentile_cont(0.8) WITHIN GROUP (ORDER BY seconds)
FROM (
    SELECT extract(epoch FROM k.played)::float8 / (ceil(
        (SELECT count(*) FROM boards b WHERE b.block_id = k.id)::float8 / k.tables
    ) * CASE v.tables_per_board WHEN 1 THEN v.seats / v.seats_each ELSE 1 END) AS seconds
    FROM blocks k
    JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
    WHERE v.variant = %(variant)s AND v.options = %(options)s AND k.played IS NOT NULL
        AND (%(version_ids)s::bigint[] IS NULL OR k.line_up <@ %(version_ids)s::bigint[])
    ORDER BY k.id DESC LIMIT 200
) newest;

-- name: capacities
-- For pairs: seats of their side that both members have.
SELECT s.version_id, f.variant,
    CASE WHEN count(s.seats) = 0 THEN min(f.capacity) ELSE 2 * min(f.capacity) END
FROM sitters s JOIN free_seats f ON f.version_id = s.sitter_id
WHERE s.version_id = ANY (%(version_ids)s)
GROUP BY s.version_id, f.variant HAVING count(s.seats) <> 1;

-- name: workers
-- The number of blocks, and of those under play.
WITH busy AS (
    SELECT DISTINCT worker AS name FROM blocks WHERE state = 'leased' AND lease_until > now()
)
SELECT (SELECT count(*) FROM (SELECT name FROM live_workers UNION SELECT name FROM busy) w),
    (SELECT count(*) FROM busy);

-- name: forget_strikes
DELETE FROM strikes WHERE minute < now() - interval '1 day';

-- name: suspend
-- After so many recent strikes since the last suspension, each time for twice as long.
INSERT INTO suspensions AS s (version_id, since, until, infraction, times)
SELECT k.version_id, now(), now() + make_interval(secs => %(first_s)s),
    mode() WITHIN GROUP (ORDER BY k.infraction), 1
FROM strikes k LEFT JOIN suspensions o ON o.version_id = k.version_id
WHERE k.minute > greatest(now() - make_interval(secs => %(within_s)s), o.until)
    AND (o.until IS NULL OR o.until <= now())
GROUP BY k.version_id HAVING count(*) >= %(strikes)s
ON CONFLICT (version_id) DO UPDATE SET since = excluded.since, infraction = excluded.infraction,
    times = CASE WHEN s.until > now() - interval '6 hours' THEN s.times + 1 ELSE 1 END,
    until = now() + make_interval(secs => least(%(most_s)s, %(first_s)s * 2 ^ CASE
        WHEN s.until > now() - interval '6 hours' THEN least(s.times, 20) ELSE 0 END));

-- name: end_suspension
UPDATE suspensions SET until = now()
WHERE version_id = ANY (%(version_ids)s::bigint[]) AND until > now();

-- name: forget_present
DELETE FROM away a WHERE NOT EXISTS (
    SELECT FROM absent_entrants e
    WHERE (e.tournament_id, e.variant_index, e.version_id)
        = (a.tournament_id, a.variant_index, a.version_id)
);

-- name: note_away
-- Looks are 10 s apart. Longer gaps, when the arena was down, do not count.
INSERT INTO away AS a (tournament_id, variant_index, version_id)
SELECT tournament_id, variant_index, version_id FROM absent_entrants
WHERE EXISTS (SELECT FROM gateways WHERE seen > now() - interval '10 seconds')
ON CONFLICT (tournament_id, variant_index, version_id) DO UPDATE SET looked = now(),
    counted = a.counted + CASE WHEN now() - a.looked < interval '30 seconds'
        THEN now() - a.looked ELSE '0' END
WHERE a.looked < now() - interval '10 seconds';

-- name: keep_no_seats
UPDATE blocks b SET passed_since = NULL FROM away a
WHERE b.state IN ('owed', 'leased') AND b.passed_since IS NOT NULL
    AND a.tournament_id = b.tournament_id
    AND a.variant_index = b.variant_index AND a.version_id = ANY (b.line_up);

-- name: due
-- Absences over the limit, each at most once a minute.
UPDATE away a SET checked = now() FROM tournaments t
WHERE t.id = a.tournament_id AND t.state = 'running' AND t.kind <> 'gate'
    AND a.counted >= t.forfeit_after
    AND (a.checked IS NULL OR a.checked < now() - interval '1 minute')
RETURNING a.tournament_id, a.variant_index, a.version_id;

-- name: forfeit_blocks
UPDATE blocks SET state = 'done', lease_number = lease_number + 1, lease_until = NULL WHERE id IN (
    SELECT k.id FROM blocks k
    WHERE k.tournament_id = %(tournament_id)s AND k.variant_index = %(variant_index)s
        AND %(version_id)s = ANY (k.line_up)
        AND (k.state = 'owed' OR k.state = 'leased' AND k.lease_until < now())
    FOR UPDATE SKIP LOCKED
) RETURNING id;

-- name: forfeit_boards
UPDATE boards b SET state = 'forfeited', absent = ARRAY(
    SELECT a.version_id FROM away a JOIN tournaments t ON t.id = a.tournament_id
    WHERE a.tournament_id = b.tournament_id AND a.variant_index = %(variant_index)s
        AND a.counted >= t.forfeit_after
        AND a.version_id = ANY (b.line_up) ORDER BY a.version_id)
WHERE b.block_id = ANY (%(block_ids)s::bigint[]) AND b.state = 'owed';

-- name: forfeits
SELECT b.variant, a.version_id, count(*) FROM variant_boards b
CROSS JOIN LATERAL unnest(b.absent) AS a (version_id)
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'forfeited' GROUP BY 1, 2;

-- name: bot_statuses
-- Without a name: all that are connected.
SELECT n.id AS version_id, n.bot, n.owner_id, meant.owner_ids,
    coalesce(c.instances, 0) AS instances, coalesce(c.max_seats, 0) AS max_seats, s.since, s.until,
    s.infraction, coalesce(p.counts, '{}') AS counts, coalesce(f.timeouts, 0) AS timeouts,
    coalesce(f.illegal, 0) AS illegal, coalesce(f.replaced, 0) AS replaced,
    EXISTS (SELECT FROM bundles u WHERE u.version_id = n.id AND u.state = 'admitted') AS by_arena
FROM named_versions meant JOIN sitters m ON m.version_id = meant.id
JOIN named_versions n ON n.id = m.sitter_id
LEFT JOIN (
    SELECT version_id, count(*) AS instances, sum(max_seats) AS max_seats
    FROM live_instances GROUP BY 1
) c ON c.version_id = n.id
LEFT JOIN suspensions s ON s.version_id = n.id AND s.until > now()
CROSS JOIN LATERAL (
    SELECT sum_each(q.counts) AS counts FROM play_counts q WHERE q.version_id = n.id
) p
LEFT JOIN LATERAL (
    SELECT sum(count) FILTER (WHERE infraction = 'timeout')::bigint AS timeouts,
        sum(count) FILTER (WHERE infraction IN ('illegal', 'malformed'))::bigint AS illegal,
        sum(count) FILTER (WHERE infraction = 'replaced')::bigint AS replaced
    FROM infractions WHERE version_id = n.id
) f ON true
WHERE meant.bot = %(bot)s OR meant.name = %(bot)s
    OR (%(bot)s::text IS NULL AND meant.id = n.id AND c.instances > 0)
ORDER BY meant.id, n.id;

-- name: missed
-- Tournaments that wait for a version; a pair's absence counts for its absent members.
SELECT s.sitter_id AS version_id, t.name AS tournament, v.variant,
    extract(epoch FROM a.counted)::float8 AS away_s,
    extract(epoch FROM t.forfeit_after)::float8 AS forfeit_after_s,
    coalesce(s.seats, v.seats_each) AS seats
FROM away a JOIN sitters s ON s.version_id = a.version_id
JOIN tournaments t ON t.id = a.tournament_id
JOIN tournament_variants v ON v.tournament_id = a.tournament_id AND v.index = a.variant_index
WHERE s.sitter_id = ANY (%(version_ids)s::bigint[]) AND (s.version_id = s.sitter_id OR NOT EXISTS (
    SELECT FROM free_seats f
    WHERE f.version_id = s.sitter_id AND f.variant = v.variant AND f.capacity >= s.seats
)) AND EXISTS (
    SELECT FROM blocks k
    WHERE k.tournament_id = a.tournament_id AND k.variant_index = a.variant_index
    AND k.state <> 'done' AND a.version_id = ANY (k.line_up)
) ORDER BY t.name, v.index;

-- name: lock_to_append
-- Locked, so that no other boards are added, and its last block does not end it.
SELECT t.id, t.name, t.kind, t.pool, t.state, coalesce(t.schedule_seed, '') AS seed, t.boards_each,
    t.extended, t.allow_same_owner, t.challengers, t.round, t.mix IS NOT NULL AS is_drawn,
    (SELECT coalesce(max(b.number), -1) + 1 FROM boards b WHERE b.tournament_id = t.id) AS boards
FROM tournaments t WHERE t.name = %(name)s FOR NO KEY UPDATE OF t;

-- name: tables_of
SELECT variant, seats / seats_each AS bots, weight, tables_per_board FROM tournament_variants
WHERE tournament_id = %(tournament_id)s ORDER BY index;

-- name: without_partners
SELECT variant FROM tournament_variants WHERE tournament_id = %(tournament_id)s AND seats_each = 1
ORDER BY index;

-- name: entrants_of
SELECT e.version_id AS id, n.owner_ids[1] AS owner, n.owner_ids[2] AS other_owner,
    CASE WHEN p.version_id IS NULL THEN '{}' ELSE ARRAY[p.first_id, p.second_id] END AS members
FROM entrants e JOIN named_versions n ON n.id = e.version_id
LEFT JOIN pairs p ON p.version_id = e.version_id
WHERE e.tournament_id = %(tournament_id)s ORDER BY e.index;

-- name: late_and_gone
SELECT late, withdrawn IS NOT NULL FROM entrants WHERE tournament_id = %(tournament_id)s
ORDER BY index;

-- name: left_after
-- By place: the rounds over at the withdrawal. A round is drawn after the last one is over.
SELECT e.index, (SELECT greatest(count(*) - 1, 0) FROM epochs o
    WHERE o.tournament_id = e.tournament_id AND o.opened <= e.withdrawn)
FROM entrants e WHERE e.tournament_id = %(tournament_id)s AND e.withdrawn IS NOT NULL;

-- name: enter_late
INSERT INTO entrants (tournament_id, index, version_id, late)
SELECT %(tournament_id)s, max(index) + 1, %(version_id)s, true FROM entrants
WHERE tournament_id = %(tournament_id)s;

-- name: withdraw
UPDATE entrants SET withdrawn = now()
WHERE tournament_id = %(tournament_id)s AND version_id = %(version_id)s AND withdrawn IS NULL;

-- name: cancel_blocks
-- Blocks of a version that have not begun, or have failed.
UPDATE blocks k SET state = 'done'
WHERE k.tournament_id = %(tournament_id)s AND %(version_id)s = ANY (k.line_up)
    AND (k.state = 'failed' OR k.state = 'owed' AND NOT EXISTS (
        SELECT FROM boards b JOIN games g ON g.board_id = b.id WHERE b.block_id = k.id))
RETURNING k.id;

-- name: boards_to_cancel
SELECT count(*) FROM boards WHERE block_id = ANY (%(block_ids)s::bigint[]) AND state = 'owed';

-- name: cancel_boards
UPDATE boards SET state = 'cancelled'
WHERE block_id = ANY (%(block_ids)s::bigint[]) AND state = 'owed';

-- name: drop_open_games
DELETE FROM games g USING boards b
WHERE b.id = g.board_id AND b.block_id = ANY (%(block_ids)s::bigint[])
    AND b.state IN ('cancelled', 'forfeited');

-- name: boards_had
SELECT k.variant_index, k.line_up, count(*) FROM blocks k JOIN boards b ON b.block_id = k.id
WHERE k.tournament_id = %(tournament_id)s GROUP BY 1, 2;

-- name: boards_sat
SELECT k.variant_index, b.line_up, count(*) FROM blocks k JOIN boards b ON b.block_id = k.id
WHERE k.tournament_id = %(tournament_id)s GROUP BY 1, 2;

-- name: note_extended
UPDATE tournaments SET extended = extended + %(more)s WHERE id = %(tournament_id)s;

-- name: go_on
-- A finished tournament with new boards runs again, and is no longer settled.
UPDATE tournaments SET state = 'running', settled = NULL, reopened = reopened OR settled IS NOT NULL
WHERE id = %(tournament_id)s AND state = 'finished';

-- name: analyze_schedule
-- After many new rows; otherwise the first claims would sort all blocks.
ANALYZE tournaments, tournament_variants, blocks, boards;

-- name: change_state
UPDATE tournaments SET state = %(state)s
WHERE name = %(name)s AND state = ANY (%(before)s) AND (mix IS NOT NULL OR %(state)s <> 'running');

-- name: set_priority
UPDATE tournaments SET priority = %(priority)s WHERE name = %(name)s;

-- name: retry_blocks
UPDATE blocks k SET state = 'owed', attempts = 0, not_before = '-infinity', passed_since = NULL
FROM tournaments t WHERE t.id = k.tournament_id AND t.name = %(name)s AND k.state = 'failed'
    AND k.id = ANY (%(block_ids)s);

-- name: failed_blocks
SELECT k.id AS block_id, v.variant, array_agg(b.number ORDER BY b.number) AS boards,
    ARRAY(SELECT n.bot FROM named_versions n WHERE n.id = ANY (k.line_up) ORDER BY n.bot) AS bots,
    k.attempts, k.traceback
FROM blocks k
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN boards b ON b.block_id = k.id AND b.state IN ('owed', 'playing')
WHERE k.tournament_id = %(tournament_id)s AND k.state = 'failed' AND k.id > %(after)s
GROUP BY k.id, v.variant ORDER BY k.id LIMIT %(limit)s;

-- name: progress
SELECT t.id, t.state, c.boards, c.closed,
    (SELECT count(*) FROM blocks k JOIN boards b ON b.block_id = k.id AND b.state = 'playing'
        WHERE k.tournament_id = t.id AND k.state = 'leased' AND k.lease_until > now()) AS playing,
    (SELECT count(*) FROM blocks k
        JOIN boards b ON b.block_id = k.id AND b.state IN ('owed', 'playing')
        WHERE k.tournament_id = t.id AND k.state = 'failed') AS failed
FROM tournaments t JOIN board_counts c ON c.tournament_id = t.id WHERE t.name = %(name)s;

-- name: offline
-- Bots that it waits for; `needs`: seats at a table, if they offer too few. A runner that asked for
-- work lately connects submitted bots when they play.
SELECT n.bot, max(coalesce(s.seats, v.seats_each)) FILTER (WHERE f.version_id IS NOT NULL) AS needs
FROM entrants e JOIN sitters s ON s.version_id = e.version_id
JOIN named_versions n ON n.id = s.sitter_id
JOIN tournament_variants v ON v.tournament_id = e.tournament_id
LEFT JOIN free_seats f ON f.version_id = s.sitter_id AND f.variant = v.variant
WHERE e.tournament_id = %(tournament_id)s
    AND coalesce(f.capacity < coalesce(s.seats, v.seats_each), true) AND EXISTS (
    SELECT FROM blocks b WHERE b.tournament_id = e.tournament_id AND b.variant_index = v.index
    AND b.state <> 'done' AND e.version_id = ANY (b.line_up)
) AND NOT (EXISTS (SELECT FROM bundles b WHERE b.version_id = n.id AND b.state = 'admitted')
    AND EXISTS (SELECT FROM runner_looks WHERE seen > now() - interval '1 minute')
) GROUP BY n.bot ORDER BY min(e.index), n.bot;

-- name: commitments
SELECT b.number, b.variant, b.commitment, CASE WHEN b.is_public THEN b.seed END AS seed,
    (SELECT count(*) FROM voids s WHERE s.board_id = b.id) AS voided, b.epoch,
    CASE WHEN b.state IN ('owed', 'playing') THEN 'open' ELSE b.state END AS state
FROM variant_boards b
WHERE b.tournament_id = %(tournament_id)s AND b.number > %(after)s
ORDER BY b.number LIMIT %(limit)s;

-- name: voids
SELECT b.number, s.commitment, CASE WHEN is_public(b) THEN s.seed END AS seed, s.reason, s.voided
FROM boards b JOIN voids s ON s.board_id = b.id
WHERE b.tournament_id = %(tournament_id)s AND b.number = ANY (%(numbers)s)
ORDER BY b.number, s.attempt;

-- name: end_abandoned_challenges
UPDATE tournaments t SET state = 'cancelled' FROM challenges c JOIN away a USING (tournament_id)
WHERE t.id = c.tournament_id AND t.state = 'running' AND a.counted >= interval '1 hour';

-- name: add_ladder
INSERT INTO ladders (tournament_id, tables, least, longest)
VALUES (%(tournament_id)s, %(tables)s, %(least)s, %(longest)s);

-- name: ladder_terms
SELECT tables, least, longest FROM ladders WHERE tournament_id = %(tournament_id)s;

-- name: is_season_old
SELECT now() - min(opened) >= make_interval(days => %(days)s) FROM epochs
WHERE tournament_id = %(tournament_id)s;

-- name: next_season
-- The columns of a ladder's next season: of two with one name the later counts. The name is the
-- first that is free.
SELECT t.*, l.*, (SELECT s.name FROM (
        SELECT CASE WHEN EXISTS (SELECT FROM ladders o WHERE o.next_id = t.id)
            THEN regexp_replace(t.name, '-season-[0-9]+$', '') ELSE left(t.name, 45) END AS base
    ) b CROSS JOIN generate_series(2, (SELECT count(*) + 2 FROM tournaments)) AS n
    CROSS JOIN LATERAL (SELECT b.base || '-season-' || n AS name) s
    WHERE NOT EXISTS (SELECT FROM tournaments o WHERE o.name = s.name) ORDER BY n LIMIT 1) AS name,
    nullif(t.rounds - t.round, 0) AS rounds, t.test_seed || ', ' || t.id AS test_seed
FROM tournaments t JOIN ladders l ON l.tournament_id = t.id WHERE t.id = %(tournament_id)s;

-- name: chosen_variants
SELECT variant, options FROM tournament_variants
WHERE tournament_id = %(tournament_id)s ORDER BY index;

-- name: begin_season
WITH next AS (UPDATE tournaments SET state = 'running', round = 0 WHERE id = %(next_id)s)
UPDATE ladders SET next_id = %(next_id)s WHERE tournament_id = %(tournament_id)s;

-- name: goes_on_as
SELECT t.name FROM ladders l JOIN tournaments t ON t.id = l.next_id
WHERE l.tournament_id = %(tournament_id)s;

-- name: rounds_due
-- A Swiss has a next round when all boards are over; a ladder gets a batch when half of the last is
-- over, without boards of absent bots.
SELECT t.name FROM tournaments t
WHERE t.state = 'running' AND t.kind IN ('swiss', 'ladder')
    AND (t.rounds IS NULL OR t.round < t.rounds)
    AND (%(name)s::text IS NULL OR t.name = %(name)s) AND CASE t.kind
        WHEN 'swiss' THEN NOT EXISTS (
            SELECT FROM boards b WHERE b.tournament_id = t.id AND b.state IN ('owed', 'playing'))
        ELSE 2 * (
            SELECT count(*) FROM boards b JOIN blocks k ON k.id = b.block_id
            JOIN running_variants v
                ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
            WHERE b.tournament_id = t.id AND b.state IN ('owed', 'playing')
                AND k.state <> 'failed' AND k.line_up <@ v.present
        ) <= (
            SELECT count(*) FROM boards b JOIN blocks k ON k.id = b.block_id
            WHERE k.tournament_id = t.id AND k.round = t.round
        ) END
ORDER BY t.id;

-- name: count_round
UPDATE tournaments SET round = round + 1 WHERE id = %(tournament_id)s;

-- name: no_more_rounds
UPDATE tournaments SET rounds = round WHERE id = %(tournament_id)s;

-- name: present
SELECT index, present FROM running_variants WHERE tournament_id = %(tournament_id)s;

-- name: met_of
-- With the number of boards that are in no tally, in at least one row.
SELECT u.unrated, y.variant_index, y.players, y.boards, y.halves FROM (
    SELECT ARRAY(SELECT number FROM boards WHERE tournament_id = %(tournament_id)s AND NOT rated
        AND state IN ('owed', 'playing', 'closed') ORDER BY number) AS unrated
) u LEFT JOIN tallies y ON y.tournament_id = %(tournament_id)s
ORDER BY y.variant_index, y.players;

-- name: last_rounds
SELECT k.variant_index, version_id, max(k.round) FROM blocks k
CROSS JOIN LATERAL unnest(k.line_up) AS version_id
WHERE k.tournament_id = %(tournament_id)s GROUP BY 1, 2;

-- name: closed_rounds
-- Rounds before the first one with an open board.
SELECT CASE WHEN t.mix IS NOT NULL
    THEN coalesce((SELECT min(k.round) - 1 FROM blocks k JOIN boards b ON b.block_id = k.id
        WHERE k.tournament_id = t.id AND b.state IN ('owed', 'playing')), t.round)
    ELSE 0 END, t.rounds, coalesce(t.schedule_seed, '')
FROM tournaments t WHERE t.id = %(tournament_id)s;

-- name: boards_of_rounds
SELECT variant_index, round, number, variant, line_up, halves, points, infractions
FROM variant_boards
WHERE tournament_id = %(tournament_id)s AND state = 'closed' AND round <= %(rounds)s
ORDER BY number;

-- name: balance_terms
SELECT challengers, allow_same_owner FROM tournaments WHERE id = %(tournament_id)s;

-- name: line_ups
SELECT k.variant_index, b.line_up FROM boards b JOIN blocks k ON k.id = b.block_id
WHERE b.tournament_id = %(tournament_id)s AND b.state IN ('owed', 'playing', 'closed')
ORDER BY b.number;

-- name: epochs
SELECT e.index, e.occasion, CASE WHEN %(with_terms)s THEN e.terms ELSE '{}' END AS terms,
    e.first, e.boards, e.opened, e.root, e.signer, e.signature, is_over(e) AS is_over
FROM epochs e WHERE e.tournament_id = %(tournament_id)s AND e.index > %(after)s
ORDER BY e.index LIMIT %(limit)s;

-- name: deals_and_end
-- It is over when nothing of it can be played any more; an extension may reopen it.
SELECT deals_of(t), t.state IN ('finished', 'cancelled') AND NOT EXISTS (
    SELECT FROM epochs e WHERE e.tournament_id = t.id AND NOT is_over(e))
FROM tournaments t WHERE t.id = %(tournament_id)s;

-- name: unsigned_epochs
SELECT e.tournament_id, t.name, t.secrets_root, t.mix, e.index, e.root
FROM epochs e JOIN tournaments t ON t.id = e.tournament_id
WHERE e.signature IS NULL
ORDER BY 1, 5 LIMIT %(limit)s;

-- name: sign_epoch
UPDATE epochs SET signer = %(signer)s, signature = %(signature)s
WHERE tournament_id = %(tournament_id)s AND index = %(index)s AND signature IS NULL;

-- name: signers
SELECT key, since, before, voucher FROM signers ORDER BY since, key;

-- name: beacon_of
SELECT chain, started, round, signer, signature, round_signature FROM beacons
WHERE tournament_id = %(tournament_id)s;

-- name: add_beacon
INSERT INTO beacons (tournament_id, chain) VALUES (%(tournament_id)s, %(chain)s);

-- name: unsigned_beacons
SELECT b.tournament_id, t.name, t.secrets_root, b.chain,
    extract(epoch FROM clock_timestamp())::float8
FROM beacons b JOIN tournaments t ON t.id = b.tournament_id
WHERE b.started IS NOT NULL AND b.signature IS NULL ORDER BY 1 LIMIT %(limit)s;

-- name: sign_beacon
UPDATE beacons SET signer = %(signer)s, signature = %(signature)s, round = %(round)s
WHERE tournament_id = %(tournament_id)s AND signature IS NULL;

-- name: lock_beacon
SELECT t.id, t.state, t.master, b.chain, b.round, b.round_signature
FROM tournaments t LEFT JOIN beacons b ON b.tournament_id = t.id
WHERE t.name = %(name)s FOR NO KEY UPDATE OF t;

-- name: store_round
UPDATE beacons SET round_signature = %(round_signature)s WHERE tournament_id = %(tournament_id)s;

-- name: lock_undrawn
SELECT id FROM tournaments WHERE name = %(name)s AND state = 'created' AND mix IS NULL
FOR NO KEY UPDATE;

-- name: begin_drawing
WITH begun AS (UPDATE beacons SET started = now() WHERE tournament_id = %(tournament_id)s)
UPDATE tournaments SET state = 'drawing' WHERE id = %(tournament_id)s;

-- name: settle_mix
UPDATE tournaments SET state = 'running', mix = %(mix)s, schedule_seed = %(schedule_seed)s
WHERE name = %(name)s;

-- name: settings_to_export
SELECT t.kind, t.pool, t.boards_each, t.challengers, t.allow_same_owner,
    (SELECT jsonb_build_object('tables', l.tables, 'least', l.least, 'longest', l.longest)
        FROM ladders l WHERE l.tournament_id = t.id) AS ladder,
    (SELECT g.deals FROM gates g WHERE g.tournament_id = t.id) AS deals,
    ARRAY(SELECT jsonb_build_object('variant', v.variant, 'seats', v.seats,
            'sides', v.seats / v.seats_each, 'tables', v.tables_per_board, 'weight', v.weight,
            'options', v.options)
        FROM tournament_variants v WHERE v.tournament_id = t.id ORDER BY v.index) AS variants,
    ARRAY(SELECT jsonb_build_object('id', n.id, 'bot', n.bot, 'owners', n.owner_ids,
            'late', e.late, 'members', CASE WHEN p.version_id IS NULL THEN '[]'
                ELSE jsonb_build_array(jsonb_build_object('id', one.id, 'bot', one.bot),
                    jsonb_build_object('id', other.id, 'bot', other.bot)) END)
        FROM entrants e JOIN named_versions n ON n.id = e.version_id
        LEFT JOIN pairs p ON p.version_id = e.version_id
        LEFT JOIN named_versions one ON one.id = p.first_id
        LEFT JOIN named_versions other ON other.id = p.second_id
        WHERE e.tournament_id = t.id ORDER BY e.index) AS entrants
FROM tournaments t WHERE t.id = %(tournament_id)s;

-- name: settled_place
SELECT settled FROM tournaments WHERE id = %(tournament_id)s;

-- name: conduct_to_export
SELECT v.variant, coalesce(l.looks, 0) AS looks, coalesce(l.lag, 0) AS lag,
    ARRAY(SELECT jsonb_build_object('bot', n.bot, 'asked', p.asked, 'charged_us', p.charged_us,
            'infractions', p.infractions, 'fallbacks', p.fallbacks)
        FROM play_counts p JOIN named_versions n ON n.id = p.version_id
        WHERE p.tournament_id = v.tournament_id AND p.variant_index = v.index
        ORDER BY n.bot) AS bots
FROM tournament_variants v
LEFT JOIN arena_lag l ON l.tournament_id = v.tournament_id AND l.variant_index = v.index
WHERE v.tournament_id = %(tournament_id)s ORDER BY v.index;

-- name: boards_to_export
-- A page after a board's number. The line-up is public with the cards, or when the epoch is over.
WITH over AS (
    SELECT e.index FROM epochs e WHERE e.tournament_id = %(tournament_id)s AND is_over(e)
), page AS (
    SELECT b.*, b.is_public OR b.epoch IN (SELECT index FROM over) AS is_shown
    FROM variant_boards b
    WHERE b.tournament_id = %(tournament_id)s AND b.number > %(after)s
    ORDER BY b.number LIMIT %(limit)s
)
SELECT b.number, b.epoch, coalesce(b.deal, b.number) AS deal, b.variant,
    b.tables_per_board AS tables,
    CASE WHEN b.state IN ('owed', 'playing') THEN 'open' ELSE b.state END AS state,
    b.commitment, CASE WHEN b.is_public THEN b.seed END AS seed,
    CASE WHEN b.is_shown THEN (SELECT min(n.number) FROM boards n WHERE n.block_id = b.block_id)
        END AS block,
    CASE WHEN b.is_shown THEN ARRAY(
        SELECT n.bot FROM unnest(b.line_up) WITH ORDINALITY AS p (id, place)
        JOIN named_versions n ON n.id = p.id ORDER BY place) END AS line_up,
    CASE WHEN b.is_shown THEN ARRAY(
        SELECT n.bot FROM unnest(b.sitting) WITH ORDINALITY AS p (id, place)
        JOIN named_versions n ON n.id = p.id ORDER BY place) END AS sitting,
    CASE WHEN b.is_shown THEN ARRAY(
        SELECT n.bot FROM unnest(b.absent) AS a (id) JOIN named_versions n ON n.id = a.id
        ORDER BY n.bot) END AS absent,
    CASE WHEN b.is_public THEN ARRAY(
        SELECT g.id::text FROM games g WHERE g.board_id = b.id AND g.attempt = b.attempt
        ORDER BY g.rotation) END AS games,
    ARRAY(SELECT jsonb_build_object('commitment', encode(s.commitment, 'hex'), 'reason', s.reason,
            'at', extract(epoch FROM s.voided)::float8)
        FROM voids s WHERE s.board_id = b.id ORDER BY s.attempt) AS voids,
    CASE WHEN b.is_public THEN (SELECT l.points FROM luck l WHERE l.board_id = b.id) END AS house
FROM page b ORDER BY b.number;
