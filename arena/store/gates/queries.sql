-- name: next_name
-- The first free name among "gate-1", "gate-2" ...
SELECT %(stem)s || '-' || n FROM generate_series(1, (SELECT count(*) + 1 FROM tournaments)) AS n
WHERE NOT EXISTS (SELECT FROM tournaments t WHERE t.name = %(stem)s || '-' || n) ORDER BY n LIMIT 1;

-- name: newest_of_owner
-- The newest version of each of an owner's bots, without pairs and bots of *version_ids*; with
-- *admitted*, the newest admitted one.
SELECT DISTINCT ON (n.name) n.id, n.owner_id AS owner, n.bot FROM named_versions n
JOIN bot_versions v ON v.id = n.id AND NOT v.is_pair
WHERE n.owner = %(owner)s
    AND n.name NOT IN (SELECT o.name FROM named_versions o WHERE o.id = ANY (%(version_ids)s))
    AND (NOT %(admitted)s OR EXISTS (
        SELECT FROM bundles b WHERE b.version_id = n.id AND b.state = 'admitted'))
ORDER BY n.name, n.id DESC;

-- name: create_gate
INSERT INTO gates (tournament_id, above, below, alpha, beta, deals)
VALUES (%(tournament_id)s, %(above)s, %(below)s, %(alpha)s, %(beta)s, %(deals)s);

-- name: opponent
-- A version's bot, and whether anybody may challenge it.
SELECT b.id, b.open_to_challenges OR o.name = %(house)s
FROM bot_versions v JOIN bots b ON b.id = v.bot_id JOIN owners o ON o.id = b.owner_id
WHERE v.id = %(version_id)s;

-- name: challenges_under_way
SELECT count(*) FILTER (WHERE c.owner_id = %(owner_id)s),
    count(*) FILTER (WHERE c.opponent_id = %(opponent_id)s)
FROM challenges c JOIN tournaments t ON t.id = c.tournament_id AND t.state IN ('running', 'paused');

-- name: create_challenge
INSERT INTO challenges (tournament_id, owner_id, opponent_id)
VALUES (%(tournament_id)s, %(owner_id)s, %(opponent_id)s);

-- name: challenger
SELECT c.owner_id FROM challenges c WHERE c.tournament_id = %(tournament_id)s;

-- name: open_to_challenges
UPDATE bots SET open_to_challenges = %(is_open)s WHERE name = %(name)s;

-- name: open_gates
SELECT tournament_id FROM gates WHERE decision = '' ORDER BY tournament_id;

-- name: gate
SELECT g.tournament_id, g.above, g.below, g.alpha, g.beta, g.deals, g.rounds, g.judged, g.streak,
    g.decision, t.state, t.schedule_seed AS seed
FROM gates g JOIN tournaments t ON t.id = g.tournament_id WHERE g.tournament_id = %(tournament_id)s;

-- name: lock_gate
-- No row while another session judges it, or after its decision.
SELECT g.tournament_id, g.above, g.below, g.alpha, g.beta, g.deals, g.rounds, g.judged, g.streak,
    g.decision, t.state, t.schedule_seed AS seed
FROM gates g JOIN tournaments t ON t.id = g.tournament_id
WHERE g.tournament_id = %(tournament_id)s AND g.decision = '' FOR UPDATE OF g SKIP LOCKED;

-- name: gate_tallies
SELECT variant_index, deals, new, old, runs, last_sign FROM gate_tallies
WHERE tournament_id = %(tournament_id)s;

-- name: gate_blocks
SELECT variant_index, deals, total, cap, blocks FROM gate_blocks
WHERE tournament_id = %(tournament_id)s;

-- name: note_gate_step
INSERT INTO gate_path (tournament_id, judged, stronger, not_stronger)
VALUES (%(tournament_id)s, %(judged)s, %(stronger)s, %(not_stronger)s)
ON CONFLICT (tournament_id, judged) DO UPDATE
SET stronger = excluded.stronger, not_stronger = excluded.not_stronger;

-- name: gate_path
SELECT judged, stronger AS log_wealth_stronger, not_stronger AS log_wealth_not_stronger
FROM gate_path WHERE tournament_id = %(tournament_id)s ORDER BY judged;

-- name: put_gate_tally
INSERT INTO gate_tallies (tournament_id, variant_index, deals, new, old, runs, last_sign)
VALUES (%(tournament_id)s, %(variant_index)s, %(deals)s, %(new)s, %(old)s, %(runs)s, %(last_sign)s)
ON CONFLICT (tournament_id, variant_index) DO UPDATE
SET deals = excluded.deals, new = excluded.new, old = excluded.old, runs = excluded.runs,
    last_sign = excluded.last_sign;

-- name: put_gate_blocks
INSERT INTO gate_blocks (tournament_id, variant_index, deals, total, cap, blocks)
VALUES (%(tournament_id)s, %(variant_index)s, %(deals)s, %(total)s, %(cap)s, %(blocks)s)
ON CONFLICT (tournament_id, variant_index, deals, total, cap)
DO UPDATE SET blocks = excluded.blocks;

-- name: deals_to_judge
-- Boards of deals not judged yet, before the first open deal.
SELECT b.deal, k.variant_index, b.side, b.seed, b.line_up, b.halves, b.infractions
FROM boards b JOIN blocks k ON k.id = b.block_id
WHERE b.tournament_id = %(tournament_id)s AND b.deal >= %(judged)s AND b.deal < coalesce((
    SELECT min(o.deal) FROM boards o
    WHERE o.tournament_id = %(tournament_id)s AND o.deal >= %(judged)s
        AND o.state IN ('owed', 'playing')
), 2147483647)
ORDER BY b.deal, b.side;

-- name: note_judged
WITH judged AS (UPDATE gates SET (judged, streak, decision) = (%(judged)s, %(streak)s, %(decision)s)
    WHERE tournament_id = %(tournament_id)s)
UPDATE boards SET rated = true
WHERE tournament_id = %(tournament_id)s AND deal >= %(first)s AND state = 'closed' AND NOT rated;

-- name: note_rounds
UPDATE gates SET rounds = %(rounds)s WHERE tournament_id = %(tournament_id)s;

-- name: end_gate
UPDATE tournaments SET state = 'finished'
WHERE id = %(tournament_id)s AND state IN ('running', 'paused');

-- name: end_unbegun
UPDATE blocks SET state = 'done' WHERE id IN (
    SELECT id FROM blocks
    WHERE tournament_id = %(tournament_id)s AND state = 'owed' AND lease_number = 0
    FOR UPDATE SKIP LOCKED
) RETURNING id;
