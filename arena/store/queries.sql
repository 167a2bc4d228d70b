-- Every query of the store, by name. Parameters are psycopg's; a literal percent sign would have to be doubled.

-- ---------------------------------------------------------------- people

-- name: create_owner
INSERT INTO owners (name) VALUES (%(name)s) RETURNING id;

-- name: owner_id
SELECT id FROM owners WHERE name = %(name)s;

-- name: create_bot
INSERT INTO bots (name, owner_id) VALUES (%(name)s, %(owner_id)s) ON CONFLICT (name) DO NOTHING;

-- name: bot_and_owner
SELECT id, owner_id FROM bots WHERE name = %(name)s;

-- name: create_version
INSERT INTO bot_versions (bot_id, version) VALUES (%(bot_id)s, %(version)s) RETURNING id;

-- name: create_pair_bot
-- Of two owners' bots it belongs to neither alone.
INSERT INTO bots (name, owner_id, is_pair) VALUES (%(name)s, %(owner_id)s, true) ON CONFLICT (name) DO NOTHING;

-- name: create_pair
WITH made AS (
    INSERT INTO bot_versions (bot_id, version, is_pair)
    SELECT id, %(version)s, true FROM bots WHERE name = %(name)s RETURNING id
)
INSERT INTO pairs (version_id, first_id, second_id, owner_ids)
SELECT id, %(first_id)s, %(second_id)s, %(owner_ids)s FROM made;

-- name: pair_id
SELECT version_id FROM pairs WHERE (first_id, second_id) = (%(first_id)s, %(second_id)s);

-- name: offer_pair
INSERT INTO pair_offers (first_id, second_id, owner_id) VALUES (%(first_id)s, %(second_id)s, %(owner_id)s)
ON CONFLICT DO NOTHING;

-- name: pair_offered_by
SELECT owner_id FROM pair_offers WHERE (first_id, second_id) = (%(first_id)s, %(second_id)s);

-- name: drop_pair_offers
DELETE FROM pair_offers WHERE (first_id, second_id) = (%(first_id)s, %(second_id)s);

-- name: pairs
-- A page, behind a place: pairs in order of age, then what was offered and not taken up, which is told to those it
-- concerns only (owner_id NULL: to operators).
SELECT * FROM (
    SELECT 0 AS kind, p.version_id AS id, n.bot, a.bot AS first, b.bot AS second, a.owner AS first_owner,
        b.owner AS second_owner, NULL AS waits_for
    FROM pairs p JOIN named_versions n ON n.id = p.version_id
    JOIN named_versions a ON a.id = p.first_id JOIN named_versions b ON b.id = p.second_id
    UNION ALL
    SELECT 1, o.id, a.name || '+' || b.name || '@' || a.version || '+' || b.version, a.bot, b.bot, a.owner, b.owner,
        CASE WHEN o.owner_id = a.owner_id THEN b.owner ELSE a.owner END
    FROM pair_offers o JOIN named_versions a ON a.id = o.first_id JOIN named_versions b ON b.id = o.second_id
    WHERE %(owner_id)s::bigint IS NULL OR %(owner_id)s IN (a.owner_id, b.owner_id)
) listed
WHERE (kind, id) > (%(kind)s, %(id)s) AND (%(bot)s::text IS NULL OR bot = %(bot)s)
ORDER BY kind, id LIMIT %(limit)s;

-- name: keep_build
UPDATE bot_versions SET build = coalesce(build, %(build)s) WHERE id = %(version_id)s RETURNING build;

-- name: bots
-- A page, behind a name and the id of a version. Infractions are those of rated boards. Of a pair is connected what both members have.
WITH alone AS (
    SELECT version_id, count(*) AS instances, sum(max_seats) AS max_seats FROM live_instances GROUP BY 1
), connected AS (
    SELECT * FROM alone UNION ALL
    SELECT p.version_id, least(a.instances, b.instances), 2 * least(a.max_seats, b.max_seats)
    FROM pairs p JOIN alone a ON a.version_id = p.first_id JOIN alone b ON b.version_id = p.second_id
), faults AS (
    SELECT f.version_id, sum(f.infractions)::bigint AS infractions
    FROM tallies t CROSS JOIN LATERAL unnest(t.players, t.infractions) AS f (version_id, infractions) GROUP BY 1
)
SELECT n.id AS version_id, n.name, n.bot, n.owner, coalesce(c.instances, 0) AS instances,
    coalesce(c.max_seats, 0) AS max_seats, coalesce(f.infractions, 0) AS infractions
FROM named_versions n LEFT JOIN connected c ON c.version_id = n.id LEFT JOIN faults f ON f.version_id = n.id
WHERE (n.name, n.id) > (%(name)s, %(version_id)s)
ORDER BY n.name, n.id LIMIT %(limit)s;

-- ---------------------------------------------------------------- tokens

-- name: look_up_token
-- The tokens whose hash begins so: one or none, unless somebody has tried for centuries.
SELECT hash, ended, scope, whose_id, owner, version_id, bot, id
FROM named_tokens WHERE substring(hash FROM 1 FOR 8) = %(head)s;

-- name: note_use
UPDATE tokens SET used = now()
WHERE id = ANY (%(token_ids)s) AND (used IS NULL OR used < now() - interval '1 minute');

-- name: add_token
INSERT INTO tokens (scope, owner_id, version_id, hash, label, expires, made_by)
VALUES (%(scope)s, %(owner_id)s, %(version_id)s, %(hash)s, %(label)s, now() + %(lifetime)s::interval, %(made_by)s)
RETURNING id;

-- name: version_of_owner
-- A pair has no token: its members connect with their own.
SELECT n.id FROM named_versions n JOIN bot_versions v ON v.id = n.id AND NOT v.is_pair
WHERE n.bot = %(bot)s AND (%(owner_id)s::bigint IS NULL OR n.owner_id = %(owner_id)s);

-- name: tokens
-- A page, behind an id, of all or of those of an owner and its bots; or one of these.
SELECT id, scope, owner_id, version_id, owner, bot, label, created, expires, used, ended, made_by
FROM named_tokens
WHERE (%(owner_id)s::bigint IS NULL OR whose_id = %(owner_id)s) AND (%(token_id)s::bigint IS NULL OR id = %(token_id)s)
    AND id > %(after)s
ORDER BY id LIMIT %(limit)s;

-- name: expire_token
UPDATE tokens SET expires = least(expires, now() + %(overlap)s::interval) WHERE id = %(token_id)s;

-- name: revoke_token
UPDATE tokens SET revoked = coalesce(revoked, now()) WHERE id = %(token_id)s;

-- name: ended_tokens
SELECT id, ended FROM named_tokens WHERE id = ANY (%(token_ids)s) AND ended IS NOT NULL;

-- ---------------------------------------------------------------- faults

-- name: count_faults
INSERT INTO faults AS f (version_id, fault, count, last)
SELECT version_id, fault, count, now()
FROM unnest(%(version_ids)s::bigint[], %(faults)s::text[], %(counts)s::bigint[]) AS n (version_id, fault, count)
ORDER BY version_id, fault
ON CONFLICT (version_id, fault) DO UPDATE SET count = f.count + excluded.count, last = excluded.last;

-- name: owner_of_version
SELECT n.owner_id, v.is_pair FROM named_versions n JOIN bot_versions v ON v.id = n.id WHERE n.bot = %(bot)s;

-- name: fault_counts
SELECT f.fault, f.count, f.last FROM faults f JOIN named_versions n ON n.id = f.version_id
WHERE n.bot = %(bot)s ORDER BY f.fault;

-- name: note_timeout
-- Who does not know whether it is stored sends it again.
INSERT INTO timeouts (game_id, board_id, hand, decision, seat, version_id, number, move_us, bank_us, elapsed_us, rtt_us, lag_us,
    silent_us, connected)
SELECT id, board_id, %(hand)s, %(decision)s, %(seat)s, %(version_id)s, %(number)s, %(move_us)s, %(bank_us)s, %(elapsed_us)s,
    %(rtt_us)s, %(lag_us)s, %(silent_us)s, %(connected)s
FROM games WHERE id = %(game_id)s
ON CONFLICT DO NOTHING;

-- name: infractions
-- A page, behind a place: closed boards' infractions in schedule order, and of open boards the timeouts, which are stored
-- as they come. Where one of an open board was is told to operators only (owner_id NULL); an owner has its own behind all
-- others, in the order in which they were stored, and in none that says anything where that is one moment. Nor is it told there with
-- which partner the bot sat: what a pair did is found by its name once the board is closed. Timeouts of an open board were stored with
-- a piece of its journal.
WITH found AS (
    SELECT b.number AS board, g.rotation, (i->>'hand')::int AS hand, (i->>'decision')::int AS decision,
        (i->>'seat')::int AS seat, i->>'reason' AS reason, g.seated[(i->>'seat')::int + 1] AS version_id, g.id AS game_id,
        true AS is_closed, b.block_id, b.line_up, b.sitting
    FROM (
        SELECT id, number, attempt, block_id, line_up, sitting FROM boards
        WHERE tournament_id = %(tournament_id)s AND number >= (%(after)s::bigint[])[1] AND state = 'closed'
            AND cardinality(array_remove(faults, 0)) > 0
            AND (%(bot)s::text IS NULL OR line_up && (SELECT sharing(array_agg(n.id)) FROM named_versions n WHERE n.bot = %(bot)s))
        ORDER BY number LIMIT CASE WHEN %(bot)s::text IS NULL THEN %(limit)s + 1 END
    ) b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL jsonb_array_elements(g.infractions) i
    UNION ALL
    SELECT b.number, g.rotation, t.hand, t.decision, t.seat, 'timeout', t.version_id, g.id, false, b.block_id, b.line_up, b.sitting
    FROM boards b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    JOIN timeouts t ON t.board_id = b.id AND t.game_id = g.id
    WHERE b.tournament_id = %(tournament_id)s AND b.state IN ('owed', 'playing') AND b.id IN (SELECT board_id FROM journal)
), told AS (
    SELECT f.*, f.is_closed OR %(owner_id)s::bigint IS NULL AS has_place, v.variant, n.bot, n.owner_id,
        to_jsonb(t) AS evidence, t.noted
    FROM found f JOIN named_versions n ON n.id = f.version_id
    JOIN blocks k ON k.id = f.block_id
    JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
    LEFT JOIN timeouts t ON (t.game_id, t.hand, t.decision, t.seat) = (f.game_id, f.hand, f.decision, f.seat)
        AND f.reason = 'timeout'
    WHERE (%(bot)s::text IS NULL OR n.bot = %(bot)s OR ((f.is_closed OR %(owner_id)s::bigint IS NULL) AND f.sitting IS NOT NULL
            AND %(bot)s = (SELECT p.bot FROM named_versions p WHERE p.id = entrant_of(f.line_up, f.sitting, f.version_id))))
        AND (f.is_closed OR %(owner_id)s::bigint IS NULL OR n.owner_id = %(owner_id)s)
), placed AS (
    SELECT *, CASE WHEN has_place THEN ARRAY[board, rotation, hand, decision, seat]::bigint[]
        ELSE ARRAY[%(behind)s, (extract(epoch FROM noted) * 1000000)::bigint, row_number() OVER (
            PARTITION BY has_place, noted ORDER BY md5(concat_ws('.', game_id, hand, decision, seat))
        ), 0, 0]::bigint[] END AS place
    FROM told
)
SELECT place, CASE WHEN has_place THEN board END AS board, CASE WHEN has_place THEN hand END AS hand,
    CASE WHEN has_place THEN decision END AS decision, CASE WHEN has_place THEN seat END AS seat,
    CASE WHEN has_place THEN game_id END AS game_id, reason, is_closed, variant, bot, owner_id, evidence, noted
FROM placed WHERE place > %(after)s::bigint[] ORDER BY place LIMIT %(limit)s;

-- ---------------------------------------------------------------- reading

-- name: add_seat_scores
INSERT INTO seat_scores AS t (tournament_id, variant_index, version_id, seat, games, halves, squares, points)
SELECT tournament_id, variant_index, version_id, seat, count(*), sum(halves), sum(halves * halves), sum(points)
FROM scored_seats WHERE board_id = ANY (%(board_ids)s) GROUP BY 1, 2, 3, 4
ON CONFLICT (tournament_id, variant_index, version_id, seat) DO UPDATE SET games = t.games + excluded.games,
    halves = t.halves + excluded.halves, squares = t.squares + excluded.squares, points = t.points + excluded.points;

-- name: seat_scores
-- Of a tournament.
SELECT v.variant, v.options ->> 'first_dealer' AS first_dealer, v.seats / v.seats_each AS seats, v.tables, s.version_id, s.seat,
    s.games, s.halves, s.squares, s.points
FROM seat_scores s JOIN tournament_variants v ON v.tournament_id = s.tournament_id AND v.index = s.variant_index
WHERE s.tournament_id = %(tournament_id)s ORDER BY s.variant_index, s.version_id, s.seat;

-- name: add_met_again
INSERT INTO met_again AS t (tournament_id, variant_index, version_id, first_seat, last_seat, boards, first, last, squares)
SELECT tournament_id, variant_index, version_id, first_seat, last_seat, count(*), sum(first), sum(last),
    sum((last - first) * (last - first))
FROM first_and_last WHERE board_id = ANY (%(board_ids)s) GROUP BY 1, 2, 3, 4, 5
ON CONFLICT (tournament_id, variant_index, version_id, first_seat, last_seat) DO UPDATE SET boards = t.boards + excluded.boards,
    first = t.first + excluded.first, last = t.last + excluded.last, squares = t.squares + excluded.squares;

-- name: met_again
-- Of a tournament.
SELECT v.variant, v.seats / v.seats_each AS seats, m.version_id, m.first_seat, m.last_seat, m.boards, m.first, m.last, m.squares
FROM met_again m JOIN tournament_variants v ON v.tournament_id = m.tournament_id AND v.index = m.variant_index
WHERE m.tournament_id = %(tournament_id)s ORDER BY m.variant_index, m.version_id, m.first_seat, m.last_seat;

-- name: tallies_of_pair
SELECT v.variant, v.revision, t.players, t.boards, t.halves, t.squares, t.products, t.points, t.infractions, v.tables
FROM tallies t JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE t.players @> ARRAY[%(version_id)s, %(opponent_id)s]::bigint[]
    AND (%(tournament_id)s::bigint IS NULL OR t.tournament_id = %(tournament_id)s)
    AND (%(variant)s::text IS NULL OR v.variant = %(variant)s)
ORDER BY v.variant, v.revision DESC, t.tournament_id, t.players;

-- name: find_entrant
-- The version of a tournament that "name@version" means, or the newest one there of a bot's name: entrants, and members of pairs.
SELECT n.id FROM entrants e CROSS JOIN LATERAL unnest(with_members(ARRAY[e.version_id])) AS who (id)
JOIN named_versions n ON n.id = who.id
WHERE e.tournament_id = %(tournament_id)s AND (n.bot = %(bot)s OR n.name = %(bot)s) ORDER BY n.id DESC LIMIT 1;

-- name: games
-- A page, behind a board's number and a rotation. Of open boards the seats are those before a draw; one whose deal is still to be
-- played by others counts as open.
SELECT g.id, b.number AS board, g.rotation, v.variant, is_public(b) AS is_closed,
    ARRAY(SELECT n.bot FROM generate_subscripts(g.seat_ids, 1) seat JOIN named_versions n
        ON n.id = coalesce(g.seated[seat], would_sit(b, g.rotation, seat))
        ORDER BY seat) AS bots,
    g.ranks, g.scores, g.ended, jsonb_array_length(g.infractions) AS infractions,
    (SELECT t.pool FROM tournaments t WHERE t.id = %(tournament_id)s) AS pool
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.tournament_id = %(tournament_id)s AND b.number >= %(board)s AND (b.number, g.rotation) > (%(board)s, %(rotation)s)
    AND (%(open)s OR is_public(b))
    AND (%(version_id)s::bigint IS NULL OR %(version_id)s = ANY (b.line_up || b.sitting))
    AND (%(seat)s::int IS NULL OR %(version_id)s IN (g.seated[%(seat)s::int + 1],
        entrant_of(b.line_up, b.sitting, g.seated[%(seat)s::int + 1])))
    AND (%(variant)s::text IS NULL OR v.variant = %(variant)s)
ORDER BY b.number, g.rotation LIMIT %(limit)s;

-- ---------------------------------------------------------------- gateways

-- name: see_gateway
INSERT INTO gateways (id, link_address, seen) VALUES (%(gateway)s, %(link_address)s, now())
ON CONFLICT (id) DO UPDATE SET link_address = excluded.link_address, seen = excluded.seen;

-- name: put_instances
-- Rows that are as they were are not written again.
INSERT INTO instances AS i (gateway_id, version_id, instance, max_seats, variants, columnar)
SELECT %(gateway)s, version_id, instance, max_seats, variants, columnar
FROM jsonb_to_recordset(%(instances)s)
    AS r (version_id bigint, instance text, max_seats int, variants text[], columnar boolean)
ON CONFLICT (gateway_id, version_id, instance) DO UPDATE
SET max_seats = excluded.max_seats, variants = excluded.variants, columnar = excluded.columnar
WHERE (i.max_seats, i.variants, i.columnar) IS DISTINCT FROM (excluded.max_seats, excluded.variants, excluded.columnar);

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

-- ---------------------------------------------------------------- tournaments

-- name: find_version
-- The version that "name@version" means, or the newest one of a bot's name.
SELECT n.id, n.bot, n.owner, n.owner_ids,
    ARRAY(SELECT unnest(ARRAY[p.first_id, p.second_id]) FROM pairs p WHERE p.version_id = n.id) AS members
FROM named_versions n WHERE n.bot = %(bot)s OR n.name = %(bot)s ORDER BY n.id DESC LIMIT 1;

-- name: create_tournament
INSERT INTO tournaments (name, kind, pool, boards_each, allow_same_owner, seed, move_us, bank_us, auto_single, forfeit_after,
    challengers, rounds, priority)
VALUES (%(name)s, %(kind)s, %(pool)s, %(boards)s, %(allow_same_owner)s, %(seed)s, %(move_us)s, %(bank_us)s, %(auto_single)s,
    make_interval(secs => %(forfeit_s)s), %(challengers)s, %(rounds)s, %(priority)s)
RETURNING id;

-- name: add_variant
INSERT INTO tournament_variants (tournament_id, index, variant, options, revision, seats, seats_each, weight, tables)
VALUES (%(tournament_id)s, %(index)s, %(variant)s, %(options)s, %(revision)s, %(seats)s, %(seats_each)s,
    %(weight)s, %(tables)s);

-- name: add_entrant
INSERT INTO entrants (tournament_id, index, version_id) VALUES (%(tournament_id)s, %(index)s, %(version_id)s);

-- name: reserve_block_ids
SELECT nextval(pg_get_serial_sequence('blocks', 'id')) FROM generate_series(1, %(count)s);

-- name: copy_blocks
COPY blocks (id, tournament_id, variant_index, line_up, round) FROM STDIN;

-- name: copy_boards
COPY boards (tournament_id, number, block_id, line_up, sitting, seed, commitment, tables) FROM STDIN;

-- name: pace
-- Seconds of a game at a table, a quick one's and a slow one's, in the newest blocks that were played at a stretch; of these versions
-- only, or of any. Boards are played side by side at the block's tables, the rotations of each one after another; where each board
-- has several tables those are at once.
SELECT count(*), percentile_cont(0.2) WITHIN GROUP (ORDER BY seconds), percentile_cont(0.8) WITHIN GROUP (ORDER BY seconds)
FROM (
    SELECT extract(epoch FROM k.played)::float8 / (ceil(
        (SELECT count(*) FROM boards b WHERE b.block_id = k.id)::float8 / k.tables) * CASE v.tables WHEN 1 THEN cardinality(k.line_up) ELSE 1 END) AS seconds
    FROM blocks k JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
    WHERE v.variant = %(variant)s AND v.options = %(options)s AND k.played IS NOT NULL
        AND (%(version_ids)s::bigint[] IS NULL OR k.line_up <@ %(version_ids)s::bigint[])
    ORDER BY k.id DESC LIMIT 200
) newest;

-- name: capacities
-- Of pairs, for their side, what both members have.
SELECT s.version_id, f.variant, CASE WHEN count(s.seats) = 0 THEN min(f.capacity) ELSE 2 * min(f.capacity) END
FROM sitters s JOIN free_seats f ON f.version_id = s.sitter_id WHERE s.version_id = ANY (%(version_ids)s)
GROUP BY s.version_id, f.variant HAVING count(s.seats) <> 1;

-- name: workers
-- How many there are, and how many of them play.
WITH busy AS (SELECT DISTINCT worker AS name FROM blocks WHERE state = 'leased' AND lease_until > now())
SELECT (SELECT count(*) FROM (SELECT name FROM live_workers UNION SELECT name FROM busy) w), (SELECT count(*) FROM busy);

-- name: see_worker
WITH gone AS (DELETE FROM workers WHERE seen < now() - interval '1 day')
INSERT INTO workers (name, seen) VALUES (%(name)s, now()) ON CONFLICT (name) DO UPDATE SET seen = now();

-- name: drop_worker
DELETE FROM workers WHERE name = %(name)s;

-- ---------------------------------------------------------------- away

-- name: note_strikes
-- A minute with a grave fault in it is one strike, however many there were.
INSERT INTO strikes (version_id, minute, fault)
SELECT DISTINCT ON (version_id) version_id, date_trunc('minute', now()), fault
FROM unnest(%(version_ids)s::bigint[], %(faults)s::text[]) AS n (version_id, fault)
WHERE fault = ANY (%(grave)s) ORDER BY version_id, fault
ON CONFLICT DO NOTHING;

-- name: forget_strikes
DELETE FROM strikes WHERE minute < now() - interval '1 day';

-- name: suspend
-- Those with so many strikes of late, not counting those before they were set aside last; each time for twice as long.
INSERT INTO suspensions AS s (version_id, since, until, fault, times)
SELECT k.version_id, now(), now() + make_interval(secs => %(first_s)s), mode() WITHIN GROUP (ORDER BY k.fault), 1
FROM strikes k LEFT JOIN suspensions o ON o.version_id = k.version_id
WHERE k.minute > greatest(now() - make_interval(secs => %(within_s)s), o.until) AND (o.until IS NULL OR o.until <= now())
GROUP BY k.version_id HAVING count(*) >= %(strikes)s
ON CONFLICT (version_id) DO UPDATE SET since = excluded.since, fault = excluded.fault,
    times = CASE WHEN s.until > now() - interval '6 hours' THEN s.times + 1 ELSE 1 END,
    until = now() + make_interval(secs => least(%(most_s)s, %(first_s)s * 2 ^ CASE
        WHEN s.until > now() - interval '6 hours' THEN least(s.times, 20) ELSE 0 END));

-- name: end_suspension
UPDATE suspensions SET until = now() WHERE version_id = ANY (%(version_ids)s::bigint[]) AND until > now();

-- name: forget_present
-- Who is there again, or whose tournament does not run, is not away any more.
DELETE FROM away a WHERE NOT EXISTS (
    SELECT FROM absent_entrants e
    WHERE (e.tournament_id, e.variant_index, e.version_id) = (a.tournament_id, a.variant_index, a.version_id)
);

-- name: note_away
-- Only time in which the arena was there to be come to counts: looks are 10 s apart, and a longer gap is not counted.
INSERT INTO away AS a (tournament_id, variant_index, version_id)
SELECT tournament_id, variant_index, version_id FROM absent_entrants
WHERE EXISTS (SELECT FROM gateways WHERE seen > now() - interval '10 seconds')
ON CONFLICT (tournament_id, variant_index, version_id) DO UPDATE SET looked = now(),
    counted = a.counted + CASE WHEN now() - a.looked < interval '30 seconds' THEN now() - a.looked ELSE '0' END
WHERE a.looked < now() - interval '10 seconds';

-- name: keep_no_seats
-- A block whose bots are away is not passed over, and keeps no seats of others.
UPDATE blocks b SET passed_since = NULL FROM away a
WHERE b.state IN ('owed', 'leased') AND b.passed_since IS NOT NULL AND a.tournament_id = b.tournament_id
    AND a.variant_index = b.variant_index AND a.version_id = ANY (b.line_up);

-- name: due
-- Tournaments with somebody who has been away for too long; each is looked at once a minute.
UPDATE away a SET checked = now() FROM tournaments t
WHERE t.id = a.tournament_id AND t.state = 'running' AND t.kind <> 'gate' AND a.counted >= t.forfeit_after
    AND (a.checked IS NULL OR a.checked < now() - interval '1 minute')
RETURNING a.tournament_id, a.variant_index, a.version_id;

-- name: forfeit_blocks
-- What nobody plays with a version that is away.
UPDATE blocks SET state = 'done', token = token + 1, lease_until = NULL WHERE id IN (
    SELECT k.id FROM blocks k
    WHERE k.tournament_id = %(tournament_id)s AND k.variant_index = %(variant_index)s AND %(version_id)s = ANY (k.line_up)
        AND (k.state = 'owed' OR k.state = 'leased' AND k.lease_until < now())
    FOR UPDATE SKIP LOCKED
) RETURNING id;

-- name: forfeit_boards
UPDATE boards b SET state = 'forfeited', absent = ARRAY(
    SELECT a.version_id FROM away a JOIN tournaments t ON t.id = a.tournament_id
    WHERE a.tournament_id = b.tournament_id AND a.variant_index = %(variant_index)s AND a.counted >= t.forfeit_after
        AND a.version_id = ANY (b.line_up) ORDER BY a.version_id)
WHERE b.block_id = ANY (%(block_ids)s::bigint[]) AND b.state = 'owed';

-- name: forfeits
SELECT v.variant, a.version_id, count(*) FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
CROSS JOIN LATERAL unnest(b.absent) AS a (version_id)
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'forfeited' GROUP BY 1, 2;

-- name: bot_statuses
-- Of a pair: its members.
SELECT n.id AS version_id, n.bot, n.owner_id, meant.owner_ids, coalesce(c.instances, 0) AS instances,
    coalesce(c.max_seats, 0) AS max_seats, s.since, s.until, s.fault
FROM named_versions meant JOIN sitters p ON p.version_id = meant.id JOIN named_versions n ON n.id = p.sitter_id
LEFT JOIN (SELECT version_id, count(*) AS instances, sum(max_seats) AS max_seats FROM live_instances GROUP BY 1) c
    ON c.version_id = n.id
LEFT JOIN suspensions s ON s.version_id = n.id AND s.until > now()
WHERE meant.bot = %(bot)s OR meant.name = %(bot)s ORDER BY meant.id, n.id;

-- name: missed
-- For whom tournaments wait, and how many seats at a table that takes. A pair's time is told to those of its members who are missing.
SELECT s.sitter_id AS version_id, t.name AS tournament, v.variant, extract(epoch FROM a.counted)::float8 AS away_s,
    extract(epoch FROM t.forfeit_after)::float8 AS forfeit_after_s, coalesce(s.seats, v.seats_each) AS seats
FROM away a JOIN sitters s ON s.version_id = a.version_id JOIN tournaments t ON t.id = a.tournament_id
JOIN tournament_variants v ON v.tournament_id = a.tournament_id AND v.index = a.variant_index
WHERE s.sitter_id = ANY (%(version_ids)s::bigint[]) AND (s.version_id = s.sitter_id OR NOT EXISTS (
    SELECT FROM free_seats f WHERE f.version_id = s.sitter_id AND f.variant = v.variant AND f.capacity >= s.seats
)) AND EXISTS (
    SELECT FROM blocks k WHERE k.tournament_id = a.tournament_id AND k.variant_index = a.variant_index
    AND k.state <> 'done' AND a.version_id = ANY (k.line_up)
) ORDER BY t.name, v.index;

-- ---------------------------------------------------------------- more boards

-- name: lock_to_append
-- What a tournament is made of, locked: no other boards come in meanwhile, and its last block does not end it.
SELECT t.id, t.name, t.kind, t.pool, t.state, t.seed, t.boards_each, t.extended, t.allow_same_owner, t.challengers, t.round,
    (SELECT coalesce(max(b.number), -1) + 1 FROM boards b WHERE b.tournament_id = t.id) AS boards
FROM tournaments t WHERE t.name = %(name)s FOR NO KEY UPDATE OF t;

-- name: tables_of
SELECT variant, seats / seats_each AS bots, weight, tables FROM tournament_variants WHERE tournament_id = %(tournament_id)s ORDER BY index;

-- name: without_partners
-- Those of a tournament's variants in which everybody plays alone.
SELECT variant FROM tournament_variants WHERE tournament_id = %(tournament_id)s AND seats_each = 1 ORDER BY index;

-- name: entrants_of
SELECT e.version_id AS id, n.owner_ids[1] AS owner, n.owner_ids[2] AS other_owner,
    CASE WHEN p.version_id IS NULL THEN '{}' ELSE ARRAY[p.first_id, p.second_id] END AS members
FROM entrants e JOIN named_versions n ON n.id = e.version_id LEFT JOIN pairs p ON p.version_id = e.version_id
WHERE e.tournament_id = %(tournament_id)s ORDER BY e.index;

-- name: late_and_gone
SELECT late, withdrawn IS NOT NULL FROM entrants WHERE tournament_id = %(tournament_id)s ORDER BY index;

-- name: enter_late
INSERT INTO entrants (tournament_id, index, version_id, late)
SELECT %(tournament_id)s, max(index) + 1, %(version_id)s, true FROM entrants WHERE tournament_id = %(tournament_id)s;

-- name: withdraw
UPDATE entrants SET withdrawn = now()
WHERE tournament_id = %(tournament_id)s AND version_id = %(version_id)s AND withdrawn IS NULL;

-- name: cancel_blocks
-- What was not begun with a version, or was set aside.
UPDATE blocks k SET state = 'done'
WHERE k.tournament_id = %(tournament_id)s AND %(version_id)s = ANY (k.line_up) AND (k.state = 'poisoned' OR k.state = 'owed'
    AND NOT EXISTS (SELECT FROM boards b JOIN games g ON g.board_id = b.id WHERE b.block_id = k.id))
RETURNING k.id;

-- name: cancel_boards
UPDATE boards SET state = 'cancelled' WHERE block_id = ANY (%(block_ids)s::bigint[]) AND state = 'owed';

-- name: drop_open_games
-- Of boards that nobody will play.
DELETE FROM games g USING boards b
WHERE b.id = g.board_id AND b.block_id = ANY (%(block_ids)s::bigint[]) AND b.state IN ('cancelled', 'forfeited');

-- name: boards_had
-- How many boards each line-up has in all, whatever became of them.
SELECT k.variant_index, k.line_up, count(*) FROM blocks k JOIN boards b ON b.block_id = k.id
WHERE k.tournament_id = %(tournament_id)s GROUP BY 1, 2;

-- name: boards_sat
-- How many boards there are in each circular order, whatever became of them.
SELECT k.variant_index, b.line_up, count(*) FROM blocks k JOIN boards b ON b.block_id = k.id
WHERE k.tournament_id = %(tournament_id)s GROUP BY 1, 2;

-- name: note_extended
UPDATE tournaments SET extended = extended + %(more)s WHERE id = %(tournament_id)s;

-- name: go_on
-- A finished tournament that has boards again is running; what was settled of it is not settled any more.
UPDATE tournaments SET state = 'running', settled = NULL, reopened = reopened OR settled IS NOT NULL
WHERE id = %(tournament_id)s AND state = 'finished';

-- name: analyze_schedule
-- Right after many rows came in, so that the first claims are planned for them and do not sort every block there is.
ANALYZE tournaments, tournament_variants, blocks, boards;

-- name: tournaments
-- One, by name, or a page of those made before another: newest first.
SELECT t.id, t.name, t.kind, t.state, t.pool, t.created,
    ARRAY(SELECT v.variant FROM tournament_variants v WHERE v.tournament_id = t.id ORDER BY v.index) AS variants,
    ARRAY(SELECT jsonb_build_array(n.id, n.bot, n.owner, e.late, e.withdrawn IS NOT NULL) FROM entrants e JOIN named_versions n ON n.id = e.version_id
        WHERE e.tournament_id = t.id ORDER BY e.index) AS entrants,
    b.boards, b.closed, b.games, b.cancelled, b.forfeited, t.priority
FROM tournaments t JOIN board_counts b ON b.tournament_id = t.id
WHERE (%(name)s::text IS NULL OR t.name = %(name)s) AND t.id < %(before)s
ORDER BY t.id DESC LIMIT %(limit)s;

-- name: tournament_id
SELECT id FROM tournaments WHERE name = %(name)s;

-- name: start_tournament
UPDATE tournaments SET state = 'running' WHERE name = %(name)s AND state = 'created';

-- name: pause_tournament
UPDATE tournaments SET state = 'paused' WHERE name = %(name)s AND state = 'running';

-- name: set_priority
UPDATE tournaments SET priority = %(priority)s WHERE name = %(name)s;

-- name: resume_tournament
UPDATE tournaments SET state = 'running' WHERE name = %(name)s AND state = 'paused';

-- name: cancel_tournament
UPDATE tournaments SET state = 'cancelled' WHERE name = %(name)s AND state IN ('created', 'running', 'paused');

-- name: retry_blocks
UPDATE blocks k SET state = 'owed', attempts = 0, not_before = '-infinity', passed_since = NULL
FROM tournaments t WHERE t.id = k.tournament_id AND t.name = %(name)s AND k.state = 'poisoned'
    AND k.id = ANY (%(block_ids)s);

-- name: set_aside
-- A page, behind an id.
SELECT k.id AS block_id, v.variant, array_agg(b.number ORDER BY b.number) AS boards,
    ARRAY(SELECT n.bot FROM named_versions n WHERE n.id = ANY (k.line_up) ORDER BY n.bot) AS bots, k.attempts, k.traceback
FROM blocks k
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN boards b ON b.block_id = k.id AND b.state IN ('owed', 'playing')
WHERE k.tournament_id = %(tournament_id)s AND k.state = 'poisoned' AND k.id > %(after)s
GROUP BY k.id, v.variant ORDER BY k.id LIMIT %(limit)s;

-- name: abandon_cancelled
-- Blocks of cancelled tournaments, and of gates that are decided, that nobody plays or whose worker is gone: nobody claims them any more,
-- and a worker that comes back late has no token.
UPDATE blocks k SET state = 'done', lease_until = NULL, token = token + 1
FROM tournaments t WHERE t.id = k.tournament_id AND t.state IN ('cancelled', 'finished') AND k.state IN ('owed', 'leased')
    AND (k.lease_until IS NULL OR k.lease_until < now())
RETURNING k.id;

-- name: progress
SELECT t.id, t.state, c.boards, c.closed,
    (SELECT count(*) FROM blocks k JOIN boards b ON b.block_id = k.id AND b.state = 'playing'
        WHERE k.tournament_id = t.id AND k.state = 'leased' AND k.lease_until > now()) AS playing,
    (SELECT count(*) FROM blocks k JOIN boards b ON b.block_id = k.id AND b.state IN ('owed', 'playing')
        WHERE k.tournament_id = t.id AND k.state = 'poisoned') AS poisoned
FROM tournaments t JOIN board_counts c ON c.tournament_id = t.id WHERE t.name = %(name)s;

-- name: offline
-- Whom it waits for, of pairs those members; with how many seats at a table where what they offer is too few.
SELECT n.bot, max(coalesce(s.seats, v.seats_each)) FILTER (WHERE f.version_id IS NOT NULL) AS needs
FROM entrants e JOIN sitters s ON s.version_id = e.version_id JOIN named_versions n ON n.id = s.sitter_id
JOIN tournament_variants v ON v.tournament_id = e.tournament_id
LEFT JOIN free_seats f ON f.version_id = s.sitter_id AND f.variant = v.variant
WHERE e.tournament_id = %(tournament_id)s AND coalesce(f.capacity < coalesce(s.seats, v.seats_each), true) AND EXISTS (
    SELECT FROM blocks b WHERE b.tournament_id = e.tournament_id AND b.variant_index = v.index
    AND b.state <> 'done' AND e.version_id = ANY (b.line_up)
) GROUP BY n.bot ORDER BY min(e.index), n.bot;

-- name: commitments
-- A page, behind a board's number.
SELECT b.number, v.variant, b.commitment, CASE WHEN is_public(b) THEN b.seed END AS seed, b.attempt AS voided,
    CASE WHEN b.state IN ('owed', 'playing') THEN 'open' ELSE b.state END AS state
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
WHERE b.tournament_id = %(tournament_id)s AND b.number > %(after)s ORDER BY b.number LIMIT %(limit)s;

-- name: voids
-- Of the boards of those numbers; the seeds are told with the board's own.
SELECT b.number, s.commitment, CASE WHEN is_public(b) THEN s.seed END AS seed, s.reason, s.voided
FROM boards b JOIN voids s ON s.board_id = b.id
WHERE b.tournament_id = %(tournament_id)s AND b.number = ANY (%(numbers)s) ORDER BY b.number, s.attempt;

-- ---------------------------------------------------------------- claims

-- name: plan_once
-- For all of this transaction: its queries go by keys, and are planned once and not anew for each.
SET LOCAL plan_cache_mode = force_generic_plan;

-- name: lock_claimable
-- The first in turn that nobody else claims at this moment.
SELECT b.id, b.line_up, b.attempts, v.variant, v.options, v.revision, v.seats_each, v.tables, t.move_us, t.bank_us, t.auto_single
FROM lock_next_block(%(families)s::text[], %(passed)s::bigint[]) AS n (id) JOIN blocks b ON b.id = n.id
JOIN tournaments t ON t.id = b.tournament_id
JOIN tournament_variants v ON v.tournament_id = b.tournament_id AND v.index = b.variant_index FOR UPDATE OF b;

-- name: lock_versions
-- Of pairs their members too.
SELECT id FROM bot_versions WHERE id = ANY (with_members(%(version_ids)s)) ORDER BY id FOR NO KEY UPDATE;

-- name: free_seats
-- Of pairs those of their members.
SELECT version_id, free FROM seats_of(with_members(%(version_ids)s), %(variant)s);

-- name: any_columnar
-- Whether a process of one of them is asked in columns; of pairs, of their members.
SELECT EXISTS (
    SELECT FROM live_instances i WHERE i.columnar AND i.version_id = ANY (with_members(%(version_ids)s))
);

-- name: lease_block
UPDATE blocks SET state = 'leased', token = token + 1, attempts = attempts + 1, worker = %(worker)s, passed_since = NULL,
    lease_until = clock_timestamp() + make_interval(secs => %(lease)s), claimed = clock_timestamp(), tables = %(tables)s
WHERE id = %(block_id)s RETURNING token;

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
SELECT id, number, attempt, seed, line_up, sitting, tables FROM boards
WHERE block_id = %(block_id)s AND state IN ('owed', 'playing') ORDER BY number;

-- name: add_games
INSERT INTO games (board_id, rotation, attempt, seat_ids)
SELECT board_id, rotation, attempt, seat_ids
FROM jsonb_to_recordset(%(games)s) AS r (board_id bigint, rotation int, attempt int, seat_ids bigint[])
RETURNING board_id, rotation, id, seat_ids;

-- name: games_of_block
SELECT g.board_id, g.rotation, g.id, g.seat_ids
FROM games g JOIN boards b ON b.id = g.board_id AND b.attempt = g.attempt
WHERE b.block_id = %(block_id)s AND b.state IN ('owed', 'playing') ORDER BY g.board_id, g.rotation;

-- name: journal_pieces
SELECT game_id, start, actions, state, clean FROM journal WHERE game_id = ANY (%(game_ids)s) ORDER BY id;

-- ---------------------------------------------------------------- leases

-- name: held_blocks
-- Those of the given leases that still hold, locked; a lease that ran out holds until somebody else claims.
SELECT b.id FROM blocks b JOIN unnest(%(block_ids)s::bigint[], %(tokens)s::bigint[]) AS l (id, token) USING (id)
WHERE b.state = 'leased' AND b.token = l.token ORDER BY b.id FOR UPDATE OF b;

-- name: renew_leases
UPDATE blocks SET worker = %(worker)s, lease_until = clock_timestamp() + make_interval(secs => %(lease)s)
WHERE id = ANY (%(block_ids)s);

-- name: journal_lengths
-- How many actions are stored of each game that is still open in one of the blocks.
SELECT g.id, g.board_id, coalesce((SELECT j.upto FROM journal j WHERE j.game_id = g.id ORDER BY j.id DESC LIMIT 1), 0)
FROM games g JOIN boards b ON b.id = g.board_id
WHERE g.id = ANY (%(game_ids)s) AND b.block_id = ANY (%(block_ids)s) AND g.ended IS NULL;

-- name: copy_journal
COPY journal (game_id, board_id, token, start, upto, actions, state, clean) FROM STDIN;

-- name: release_block
UPDATE blocks SET state = 'owed', lease_until = NULL, attempts = attempts - 1 WHERE id = %(block_id)s;

-- name: fail_block
-- A block that failed waits before it is tried again: 0.1, 0.4, 0.9, 1.6 ... seconds, a minute at most.
UPDATE blocks SET state = 'owed', lease_until = NULL, traceback = %(traceback)s,
    not_before = now() + make_interval(secs => least(0.1 * attempts * attempts, 60))
WHERE id = %(block_id)s RETURNING attempts;

-- name: poison_block
UPDATE blocks SET state = 'poisoned', lease_until = NULL,
    traceback = coalesce(%(traceback)s, traceback, 'its workers died, or its boards were voided, ' || attempts || ' times')
WHERE id = %(block_id)s;

-- name: put_boards_back
UPDATE boards SET state = 'owed' WHERE block_id = ANY (%(block_ids)s::bigint[]) AND state = 'playing';

-- name: attempts
SELECT attempts FROM blocks WHERE id = %(block_id)s;

-- name: board_to_void
SELECT b.block_id, b.seed, t.seed AS tournament_seed, b.state
FROM boards b JOIN tournaments t ON t.id = b.tournament_id
WHERE b.id = %(board_id)s;

-- name: drop_games
DELETE FROM games WHERE board_id = %(board_id)s;

-- name: note_void
-- Of a locked block's board: what was promised of it stays.
INSERT INTO voids (board_id, attempt, seed, commitment, reason)
SELECT id, attempt, seed, commitment, %(reason)s FROM boards WHERE id = %(board_id)s AND state = 'playing';

-- name: void_board
UPDATE boards SET state = 'owed', attempt = attempt + 1, seed = %(seed)s, commitment = sha256(%(seed)s)
WHERE id = %(board_id)s AND state = 'playing';

-- name: count_claimable
-- By family.
SELECT f.family, count(*) FROM unnest(%(families)s::text[]) AS f (family)
CROSS JOIN LATERAL next_blocks(ARRAY[f.family], '{}', %(most)s) GROUP BY 1;

-- name: provide_parts
SELECT provide_parts();

-- name: try_lock
SELECT pg_try_advisory_xact_lock(%(key)s);

-- name: lock
SELECT pg_advisory_xact_lock(%(key)s);

-- ---------------------------------------------------------------- results

-- name: boards_of_games
-- The boards under play that the games belong to, with the seats of each game and the games of all their rotations.
SELECT b.id, b.number, b.line_up, b.sitting, b.tables, min(cardinality(g.seat_ids)) AS seats, array_agg(g.id ORDER BY g.rotation) AS games
FROM boards b JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.block_id = %(block_id)s AND b.state = 'playing'
    AND EXISTS (SELECT FROM games h WHERE h.board_id = b.id AND h.id = ANY (%(game_ids)s))
GROUP BY b.id ORDER BY b.number;

-- name: end_game
UPDATE games SET seated = %(seated)s, ranks = %(ranks)s, scores = %(scores)s, ended = %(ended)s, actions = %(actions)s,
    infractions = %(infractions)s, elapsed_s = %(elapsed_s)s
WHERE board_id = %(board_id)s AND id = %(game_id)s;

-- name: close_board
UPDATE boards SET state = 'closed', halves = %(halves)s, points = %(points)s, faults = %(faults)s,
    seat_halves = %(seat_halves)s
WHERE id = %(board_id)s;

-- name: drop_journals
DELETE FROM journal WHERE game_id = ANY (%(game_ids)s);

-- name: end_block
UPDATE blocks SET lease_until = NULL, played = CASE attempts WHEN 1 THEN clock_timestamp() - claimed END, state = CASE
    WHEN EXISTS (SELECT FROM boards WHERE block_id = %(block_id)s AND state IN ('owed', 'playing')) THEN 'owed' ELSE 'done' END
WHERE id = %(block_id)s
RETURNING tournament_id, state = 'done' AND (
    SELECT b.id FROM blocks b WHERE b.tournament_id = blocks.tournament_id AND b.state = 'owed' ORDER BY b.tournament_id, b.id + 0 LIMIT 1
) IS NULL AS may_be_last;

-- name: lock_tournament
-- Of two last blocks that end at the same moment the second sees the first.
SELECT id FROM tournaments WHERE id = %(tournament_id)s FOR NO KEY UPDATE;

-- name: end_tournament
UPDATE tournaments t SET state = 'finished' WHERE t.id = %(tournament_id)s AND t.state IN ('running', 'paused')
AND t.kind <> 'gate' AND t.round = t.rounds AND NOT EXISTS (SELECT FROM blocks b WHERE b.tournament_id = t.id AND b.state <> 'done');

-- name: closed_boards
-- In schedule order.
SELECT b.id, b.rated, k.variant_index, v.revision, b.seat_halves, b.number, v.variant, b.line_up, b.halves, b.points, b.faults,
    b.tables
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'closed' AND (%(rated_too)s OR NOT b.rated)
    AND (%(variant_index)s::int IS NULL OR k.variant_index = %(variant_index)s)
ORDER BY b.number;

-- name: archived_of
SELECT t.name, a.part, p.file FROM archived_tournaments a JOIN archived_parts p USING (part) JOIN tournaments t ON t.id = a.tournament_id
WHERE a.tournament_id = %(tournament_id)s ORDER BY a.part LIMIT 1;

-- name: board_of_game
SELECT b.number FROM games g JOIN boards b ON b.id = g.board_id WHERE g.id = %(game)s AND b.tournament_id = %(tournament_id)s;

-- name: stored_games
-- A page of the boards up to a number, after the game given by its board's number and its rotation.
SELECT g.id, v.variant, v.options, v.revision, b.seed, g.actions, g.infractions, g.elapsed_s,
    ARRAY(SELECT n.bot FROM unnest(g.seated) WITH ORDINALITY AS s (id, seat) JOIN named_versions n ON n.id = s.id
        ORDER BY s.seat) AS seats,
    b.number, g.rotation
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.tournament_id = %(tournament_id)s AND (is_public(b) OR %(with_open)s AND g.ended IS NOT NULL)
    AND (%(game)s::bigint IS NULL OR g.id = %(game)s)
    AND b.number BETWEEN %(number)s AND %(upto)s AND (b.number, g.rotation) > (%(number)s, %(rotation)s)
ORDER BY b.number, g.rotation LIMIT %(page)s;

-- name: open_games
-- Those that were begun: a page, after the game given by its board's number and its rotation.
SELECT g.id, v.variant, v.options, v.revision, b.seed, b.number, g.rotation,
    ARRAY(SELECT n.bot FROM generate_subscripts(g.seat_ids, 1) seat JOIN named_versions n
        ON n.id = would_sit(b, g.rotation, seat) ORDER BY seat) AS players
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
WHERE b.tournament_id = %(tournament_id)s AND b.state IN ('owed', 'playing') AND (%(game)s::bigint IS NULL OR g.id = %(game)s)
    AND g.ended IS NULL AND EXISTS (SELECT FROM journal j WHERE j.game_id = g.id)
    AND b.number >= %(number)s AND (b.number, g.rotation) > (%(number)s, %(rotation)s)
ORDER BY b.number, g.rotation LIMIT %(page)s;

-- ---------------------------------------------------------------- ratings

-- name: ended_unsettled
-- A cancelled one has ended when nothing of it is at the tables any more.
SELECT t.id FROM tournaments t WHERE t.settled IS NULL AND NOT t.reopened AND t.kind <> 'gate'
    AND (t.state = 'finished' OR t.state = 'cancelled'
    AND NOT EXISTS (SELECT FROM blocks k WHERE k.tournament_id = t.id AND k.state = 'leased')) ORDER BY t.id;

-- name: settled
SELECT id FROM tournaments WHERE settled IS NOT NULL ORDER BY settled;

-- name: unsettled
SELECT id FROM tournaments WHERE settled IS NULL AND NOT reopened AND kind <> 'gate' ORDER BY id;

-- name: forget_reopened
UPDATE tournaments SET reopened = false WHERE reopened;

-- name: forget_stale
UPDATE rater SET is_stale = false WHERE is_stale;

-- name: settle
UPDATE tournaments SET settled = (SELECT coalesce(max(settled), 0) + 1 FROM tournaments) WHERE id = %(tournament_id)s;

-- name: count_unrated
SELECT count(*) FROM boards b JOIN tournaments t ON t.id = b.tournament_id AND t.kind <> 'gate'
WHERE b.state = 'closed' AND NOT b.rated;

-- name: note_rated
UPDATE boards SET rated = true WHERE id = ANY (%(board_ids)s);

-- name: rating_rows
SELECT variant, revision, version_id, elo, boards, settled_elo, settled_boards FROM ratings;

-- name: put_rating
INSERT INTO ratings (variant, revision, version_id, elo, boards, settled_elo, settled_boards)
VALUES (%(variant)s, %(revision)s, %(version_id)s, %(elo)s, %(boards)s, %(settled_elo)s, %(settled_boards)s)
ON CONFLICT (variant, revision, version_id) DO UPDATE
SET elo = excluded.elo, boards = excluded.boards, settled_elo = excluded.settled_elo, settled_boards = excluded.settled_boards;

-- name: drop_ratings
DELETE FROM ratings;

-- name: add_tally
INSERT INTO tallies AS t (tournament_id, variant_index, players, boards, halves, squares, products, points, infractions)
VALUES (%(tournament_id)s, %(variant_index)s, %(players)s, %(boards)s, %(halves)s, %(squares)s, %(products)s, %(points)s,
    %(infractions)s)
ON CONFLICT (tournament_id, variant_index, players) DO UPDATE SET boards = t.boards + excluded.boards,
    halves = added(t.halves, excluded.halves), squares = added(t.squares, excluded.squares),
    products = added(t.products, excluded.products), points = added(t.points, excluded.points),
    infractions = added(t.infractions, excluded.infractions);

-- name: drop_tallies
DELETE FROM tallies;

-- name: tallies_of
-- Of a tournament.
SELECT v.variant, t.players, t.boards, t.halves, t.squares, t.products, t.points, t.infractions, v.tables
FROM tallies t JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE t.tournament_id = %(tournament_id)s ORDER BY t.variant_index, t.players;

-- name: tallies
-- Of all tournaments: a line-up may come several times.
SELECT v.variant, v.revision, t.players, t.boards, t.halves, t.squares, t.products, t.points, t.infractions, v.tables
FROM tallies t JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
ORDER BY v.variant, v.revision DESC, t.players, t.tournament_id;

-- name: rated_pools
SELECT v.variant, v.revision, array_agg(DISTINCT t.pool ORDER BY t.pool)
FROM tournaments t JOIN tournament_variants v ON v.tournament_id = t.id
WHERE EXISTS (SELECT FROM tallies y WHERE y.tournament_id = t.id AND y.variant_index = v.index) GROUP BY 1, 2;

-- name: ratings
-- A page of whole tables, behind a variant and revision.
WITH wanted AS (
    SELECT DISTINCT variant, revision FROM ratings
    WHERE (%(variant)s::text IS NULL OR variant = %(variant)s) AND (variant, revision) > (%(after)s, %(revision)s)
    ORDER BY variant, revision LIMIT %(limit)s
)
SELECT r.variant, r.revision, r.version_id, n.bot, n.owner, r.elo, r.boards, r.boards > r.settled_boards AS provisional
FROM ratings r JOIN wanted USING (variant, revision) JOIN named_versions n ON n.id = r.version_id
ORDER BY r.variant, r.revision, r.elo DESC, n.bot;

-- ---------------------------------------------------------------- the effect of the seat

-- name: add_seat_tally
INSERT INTO seat_tallies AS t (tournament_id, variant_index, boards, halves, squares)
VALUES (%(tournament_id)s, %(variant_index)s, %(boards)s, %(halves)s, %(squares)s)
ON CONFLICT (tournament_id, variant_index) DO UPDATE SET boards = t.boards + excluded.boards,
    halves = added(t.halves, excluded.halves), squares = added(t.squares, excluded.squares);

-- name: drop_seat_tallies
DELETE FROM seat_tallies;

-- name: seat_tallies
SELECT v.variant, v.revision, v.options ->> 'first_dealer' AS first_dealer, t.boards, t.halves, t.squares
FROM seat_tallies t JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
ORDER BY v.variant, v.revision DESC, t.tournament_id;

-- ---------------------------------------------------------------- receipts

-- name: one_moment
-- All that follows in this transaction is read as of now.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;

-- name: put_elo_step
INSERT INTO elo_steps (tournament_id, variant_index, version_id, boards, elo_before, elo_after)
VALUES (%(tournament_id)s, %(variant_index)s, %(version_id)s, %(boards)s, %(elo_before)s, %(elo_after)s);

-- name: drop_elo_steps
DELETE FROM elo_steps;

-- name: rating_of
-- Of the newest rules revision the version is rated in.
SELECT version_id, revision, elo, boards, settled_elo FROM ratings
WHERE variant = %(variant)s AND version_id = %(version_id)s ORDER BY revision DESC LIMIT 1;

-- name: steps_of
-- What the settled tournaments did to a version, in their order; then all of the variant that are not settled, in order of id.
SELECT t.id AS tournament_id, t.name, t.settled, s.variant_index, true AS is_in, s.boards, s.elo_before, s.elo_after
FROM elo_steps s JOIN tournaments t ON t.id = s.tournament_id
JOIN tournament_variants v ON v.tournament_id = s.tournament_id AND v.index = s.variant_index
WHERE s.version_id = %(version_id)s AND v.variant = %(variant)s AND v.revision = %(revision)s
UNION ALL
SELECT t.id, t.name, NULL, v.index, EXISTS (
        SELECT FROM entrants e WHERE e.tournament_id = t.id AND e.version_id = %(version_id)s
    ), 0, NULL, NULL
FROM tournaments t JOIN tournament_variants v ON v.tournament_id = t.id
WHERE t.settled IS NULL AND t.state <> 'created' AND t.kind <> 'gate' AND v.variant = %(variant)s AND v.revision = %(revision)s
ORDER BY settled NULLS LAST, tournament_id;

-- name: ratings_before
-- Of all who sat at a settled tournament's boards of a variant.
SELECT version_id, elo_before FROM elo_steps WHERE (tournament_id, variant_index) = (%(tournament_id)s, %(variant_index)s);

-- name: settled_ratings
SELECT version_id, settled_elo FROM ratings
WHERE variant = %(variant)s AND revision = %(revision)s AND settled_boards > 0;

-- name: tally_rows
-- A page of what the official table of a variant and revision is made of, in the order it is added up in; of one version, or all.
SELECT t.players, t.tournament_id, n.name AS tournament, t.boards, t.halves, t.products, v.tables
FROM tallies t JOIN tournaments n ON n.id = t.tournament_id
JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE v.variant = %(variant)s AND v.revision = %(revision)s
    AND (%(version_id)s::bigint IS NULL OR %(version_id)s = ANY (t.players))
    AND (t.players, t.tournament_id) > (%(players)s::bigint[], %(tournament_id)s::bigint)
ORDER BY t.players, t.tournament_id LIMIT %(page)s;

-- name: newest_tallied
SELECT max(v.revision) FROM tallies t
JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index WHERE v.variant = %(variant)s;

-- name: tallied_versions
SELECT DISTINCT unnest(t.players) AS version_id FROM tallies t
JOIN tournament_variants v ON v.tournament_id = t.tournament_id AND v.index = t.variant_index
WHERE v.variant = %(variant)s AND v.revision = %(revision)s ORDER BY 1;

-- ---------------------------------------------------------------- the second opinion

-- name: games_to_opine
-- The games of the next boards of the first settled tournament that has some behind the mark, in schedule order.
WITH next AS (
    SELECT t.id, t.settled, CASE WHEN t.settled = m.settled THEN m.number ELSE -1 END AS number
    FROM opinion_mark m JOIN tournaments t ON t.settled >= m.settled
    WHERE EXISTS (SELECT FROM boards b WHERE b.tournament_id = t.id AND b.state = 'closed'
        AND b.number > CASE WHEN t.settled = m.settled THEN m.number ELSE -1 END)
    ORDER BY t.settled LIMIT 1
), chosen AS (
    SELECT b.id, b.block_id, b.attempt, b.number, b.line_up, b.sitting, n.settled FROM next n
    JOIN boards b ON b.tournament_id = n.id AND b.number > n.number AND b.state = 'closed'
    ORDER BY b.number LIMIT %(most)s
)
SELECT c.settled, c.number, v.variant, v.revision, v.seats / v.seats_each AS sides,
    CASE WHEN c.sitting IS NULL THEN g.seated
        ELSE ARRAY(SELECT entrant_of(c.line_up, c.sitting, s.id) FROM unnest(g.seated) WITH ORDINALITY AS s (id, seat) ORDER BY s.seat)
    END AS seated, g.ranks
FROM chosen c JOIN blocks k ON k.id = c.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
JOIN games g ON g.board_id = c.id AND g.attempt = c.attempt
ORDER BY c.number, g.rotation;

-- name: put_opinion
INSERT INTO opinions (variant, revision, version_id, mu, sigma, games)
VALUES (%(variant)s, %(revision)s, %(version_id)s, %(mu)s, %(sigma)s, %(games)s)
ON CONFLICT (variant, revision, version_id) DO UPDATE
SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games;

-- name: mark_opined
UPDATE opinion_mark SET settled = %(settled)s, number = %(number)s;

-- name: opinions
SELECT variant, revision, version_id, mu, sigma, games FROM opinions ORDER BY variant, revision DESC, version_id;

-- name: opinions_behind
SELECT count(*) FROM opinion_mark m JOIN tournaments t ON t.settled >= m.settled
JOIN boards b ON b.tournament_id = t.id AND b.state = 'closed' AND (t.settled > m.settled OR b.number > m.number);

-- name: drop_opinions
WITH gone AS (DELETE FROM opinions) UPDATE opinion_mark SET settled = 0, number = -1;

-- ---------------------------------------------------------------- gates

-- name: next_gate_name
SELECT 'gate-' || n FROM generate_series(1, (SELECT count(*) + 1 FROM tournaments)) AS n
WHERE NOT EXISTS (SELECT FROM tournaments t WHERE t.name = 'gate-' || n) ORDER BY n LIMIT 1;

-- name: newest_of_owner
-- The newest version of each of an owner's bots, but for those two versions' own, and for pairs.
SELECT DISTINCT ON (n.name) n.id, n.owner_id AS owner, n.bot FROM named_versions n
JOIN bot_versions v ON v.id = n.id AND NOT v.is_pair
WHERE n.owner = %(owner)s AND n.name NOT IN (SELECT o.name FROM named_versions o WHERE o.id = ANY (%(version_ids)s))
ORDER BY n.name, n.id DESC;

-- name: create_gate
INSERT INTO gates (tournament_id, elo0, elo1, alpha, beta, deals)
VALUES (%(tournament_id)s, %(elo0)s, %(elo1)s, %(alpha)s, %(beta)s, %(deals)s);

-- name: open_gates
SELECT tournament_id FROM gates WHERE decision = '' ORDER BY tournament_id;

-- name: gate
SELECT g.tournament_id, g.elo0, g.elo1, g.alpha, g.beta, g.deals, g.rounds, g.judged, g.decision, t.state, t.seed
FROM gates g JOIN tournaments t ON t.id = g.tournament_id WHERE g.tournament_id = %(tournament_id)s;

-- name: lock_gate
-- No row when somebody else judges it at this moment, or it is decided.
SELECT g.tournament_id, g.elo0, g.elo1, g.alpha, g.beta, g.deals, g.rounds, g.judged, g.decision, t.state, t.seed
FROM gates g JOIN tournaments t ON t.id = g.tournament_id
WHERE g.tournament_id = %(tournament_id)s AND g.decision = '' FOR UPDATE OF g SKIP LOCKED;

-- name: gate_tallies
SELECT variant_index, deals, new, old, new_squares, old_squares, products FROM gate_tallies
WHERE tournament_id = %(tournament_id)s;

-- name: put_gate_tally
INSERT INTO gate_tallies (tournament_id, variant_index, deals, new, old, new_squares, old_squares, products)
VALUES (%(tournament_id)s, %(variant_index)s, %(deals)s, %(new)s, %(old)s, %(new_squares)s, %(old_squares)s, %(products)s)
ON CONFLICT (tournament_id, variant_index) DO UPDATE SET deals = excluded.deals, new = excluded.new, old = excluded.old,
    new_squares = excluded.new_squares, old_squares = excluded.old_squares, products = excluded.products;

-- name: deals_to_judge
-- The boards of the deals that were not judged yet, up to the first deal that is not over.
SELECT b.deal, k.variant_index, b.side, b.seed, b.line_up, b.halves
FROM boards b JOIN blocks k ON k.id = b.block_id
WHERE b.tournament_id = %(tournament_id)s AND b.deal >= %(judged)s AND b.deal < coalesce((
    SELECT min(o.deal) FROM boards o
    WHERE o.tournament_id = %(tournament_id)s AND o.deal >= %(judged)s AND o.state <> 'closed'), 2147483647)
ORDER BY b.deal, b.side;

-- name: note_judged
UPDATE gates SET judged = %(judged)s, decision = %(decision)s WHERE tournament_id = %(tournament_id)s;

-- name: note_judged_boards
-- They wait for no rating.
UPDATE boards SET rated = true
WHERE tournament_id = %(tournament_id)s AND deal >= %(first)s AND state = 'closed' AND NOT rated;

-- name: note_rounds
UPDATE gates SET rounds = %(rounds)s WHERE tournament_id = %(tournament_id)s;

-- name: copy_gate_boards
COPY boards (tournament_id, number, block_id, line_up, sitting, seed, commitment, deal, side) FROM STDIN;

-- name: end_gate
UPDATE tournaments SET state = 'finished' WHERE id = %(tournament_id)s AND state IN ('running', 'paused');

-- name: lock_unbegun
SELECT id FROM blocks WHERE tournament_id = %(tournament_id)s AND state = 'owed' AND token = 0 FOR UPDATE SKIP LOCKED;

-- name: drop_boards
DELETE FROM boards WHERE block_id = ANY (%(block_ids)s);

-- name: drop_blocks
DELETE FROM blocks WHERE id = ANY (%(block_ids)s);

-- ---------------------------------------------------------------- replays by a house bot

-- name: want_replays
INSERT INTO replays_wanted (tournament_id) VALUES (%(tournament_id)s) ON CONFLICT DO NOTHING;

-- name: take_replays
UPDATE replays_wanted SET busy_until = now() + make_interval(secs => %(patience)s) WHERE tournament_id = (
    SELECT tournament_id FROM replays_wanted WHERE busy_until < now() ORDER BY tournament_id LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING tournament_id;

-- name: deals_to_replay
SELECT b.id AS board_id, v.variant, v.options, v.revision, b.seed
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'closed' AND NOT EXISTS (SELECT FROM replays r WHERE r.board_id = b.id)
ORDER BY b.number LIMIT %(most)s;

-- name: end_replays
DELETE FROM replays_wanted WHERE tournament_id = %(tournament_id)s;

-- name: put_replay
INSERT INTO replays (board_id, points) VALUES (%(board_id)s, %(points)s) ON CONFLICT DO NOTHING;

-- name: free_replays
UPDATE replays_wanted SET busy_until = '-infinity'
WHERE tournament_id IN (SELECT tournament_id FROM boards WHERE id = ANY (%(board_ids)s));

-- name: replay_counts
SELECT v.variant, v.seats / v.seats_each AS games, count(b.id) FILTER (WHERE r.board_id IS NULL) AS waiting,
    count(r.board_id) FILTER (WHERE r.points IS NULL) AS impossible
FROM tournament_variants v
LEFT JOIN blocks k ON k.tournament_id = v.tournament_id AND k.variant_index = v.index
LEFT JOIN boards b ON b.block_id = k.id AND b.state = 'closed' LEFT JOIN replays r ON r.board_id = b.id
WHERE v.tournament_id = %(tournament_id)s GROUP BY v.tournament_id, v.index ORDER BY v.index;

-- name: replay_sums
-- Of each player in each half of the boards; the half is a bit of the seed.
SELECT v.variant, p.player, get_byte(b.seed, 0) & 1 AS half, count(*), sum(p.points), sum(p.points::numeric * p.points),
    sum(r.points), sum(r.points::numeric * r.points), sum(p.points::numeric * r.points)
FROM boards b JOIN replays r ON r.board_id = b.id AND r.points IS NOT NULL JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
CROSS JOIN LATERAL unnest(b.line_up, b.points) AS p (player, points)
WHERE b.tournament_id = %(tournament_id)s GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

-- name: replay_pars
SELECT v.variant, get_byte(b.seed, 0) & 1 AS half, count(*), sum(r.points)
FROM boards b JOIN replays r ON r.board_id = b.id AND r.points IS NOT NULL JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
WHERE b.tournament_id = %(tournament_id)s GROUP BY 1, 2 ORDER BY 1, 2;

-- ---------------------------------------------------------------- rounds

-- name: add_ladder
INSERT INTO ladders (tournament_id, tables, least, longest) VALUES (%(tournament_id)s, %(tables)s, %(least)s, %(longest)s);

-- name: ladder_terms
SELECT tables, least, longest FROM ladders WHERE tournament_id = %(tournament_id)s;

-- name: rounds_due
-- Of one, by name, or of all. A Swiss has a next round when all boards are over; a ladder gets a batch when of the last one half is, not
-- counting boards that wait for somebody who is not connected.
SELECT t.name FROM tournaments t
WHERE t.state = 'running' AND t.kind IN ('swiss', 'ladder') AND (t.rounds IS NULL OR t.round < t.rounds)
    AND (%(name)s::text IS NULL OR t.name = %(name)s) AND CASE t.kind
        WHEN 'swiss' THEN NOT EXISTS (SELECT FROM boards b WHERE b.tournament_id = t.id AND b.state IN ('owed', 'playing'))
        ELSE 2 * (
            SELECT count(*) FROM boards b JOIN blocks k ON k.id = b.block_id
            JOIN running_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
            WHERE b.tournament_id = t.id AND b.state IN ('owed', 'playing') AND k.state <> 'poisoned' AND k.line_up <@ v.present
        ) <= (SELECT count(*) FROM boards b JOIN blocks k ON k.id = b.block_id WHERE k.tournament_id = t.id AND k.round = t.round)
        END
ORDER BY t.id;

-- name: count_round
UPDATE tournaments SET round = round + 1 WHERE id = %(tournament_id)s;

-- name: no_more_rounds
UPDATE tournaments SET rounds = round WHERE id = %(tournament_id)s;

-- name: present
SELECT index, present FROM running_variants WHERE tournament_id = %(tournament_id)s;

-- name: met_of
SELECT variant_index, players, boards, halves FROM tallies WHERE tournament_id = %(tournament_id)s ORDER BY variant_index, players;

-- name: last_rounds
-- In which round each version had boards last.
SELECT k.variant_index, version_id, max(k.round) FROM blocks k CROSS JOIN LATERAL unnest(k.line_up) AS version_id
WHERE k.tournament_id = %(tournament_id)s GROUP BY 1, 2;

-- name: closed_rounds
-- Those before the first one that has a board to be played.
SELECT coalesce((SELECT min(k.round) - 1 FROM blocks k JOIN boards b ON b.block_id = k.id
    WHERE k.tournament_id = t.id AND b.state IN ('owed', 'playing')), t.round), t.rounds
FROM tournaments t WHERE t.id = %(tournament_id)s;

-- name: boards_of_rounds
SELECT k.variant_index, k.round, b.number, v.variant, b.line_up, b.halves, b.points, b.faults
FROM boards b JOIN blocks k ON k.id = b.block_id
JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
WHERE b.tournament_id = %(tournament_id)s AND b.state = 'closed' AND k.round <= %(rounds)s ORDER BY b.number;

-- name: seed_of
SELECT seed FROM tournaments WHERE id = %(tournament_id)s;

-- name: balance_terms
SELECT challengers, allow_same_owner FROM tournaments WHERE id = %(tournament_id)s;

-- name: line_ups
-- Of all boards that are played or were.
SELECT k.variant_index, b.line_up FROM boards b JOIN blocks k ON k.id = b.block_id
WHERE b.tournament_id = %(tournament_id)s AND b.state IN ('owed', 'playing', 'closed') ORDER BY b.number;
