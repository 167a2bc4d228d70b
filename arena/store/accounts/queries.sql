-- name: create_owner
INSERT INTO owners (name) VALUES (%(name)s) RETURNING id;

-- name: owners
SELECT o.name, count(DISTINCT b.id) AS bots, count(v.id) AS versions, (
        SELECT max(t.used) FROM named_tokens t WHERE t.whose_id = o.id
    ) AS used
FROM owners o LEFT JOIN bots b ON b.owner_id = o.id LEFT JOIN bot_versions v ON v.bot_id = b.id
WHERE o.name > %(name)s GROUP BY o.id ORDER BY o.name LIMIT %(limit)s;

-- name: holdings
SELECT
    (
        SELECT count(*) FROM bots b JOIN bot_versions v ON v.bot_id = b.id
        WHERE b.owner_id = %(owner_id)s AND NOT b.is_pair
    ) AS versions,
    (SELECT count(*) FROM pairs p WHERE %(owner_id)s = ANY (p.owner_ids))
    + (SELECT count(*) FROM pair_offers f WHERE f.owner_id = %(owner_id)s) AS pairs,
    (
        SELECT count(*) FROM named_tokens t WHERE t.whose_id = %(owner_id)s AND t.ended IS NULL
    ) AS tokens;

-- name: create_bot
INSERT INTO bots (name, owner_id, is_pair) VALUES (%(name)s, %(owner_id)s, %(is_pair)s)
ON CONFLICT (name) DO NOTHING;

-- name: bot_and_owner
SELECT id, owner_id FROM bots WHERE name = %(name)s;

-- name: create_version
INSERT INTO bot_versions (bot_id, version) VALUES (%(bot_id)s, %(version)s) RETURNING id;

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
INSERT INTO pair_offers (first_id, second_id, owner_id)
VALUES (%(first_id)s, %(second_id)s, %(owner_id)s)
ON CONFLICT DO NOTHING;

-- name: pair_offered_by
SELECT owner_id FROM pair_offers WHERE (first_id, second_id) = (%(first_id)s, %(second_id)s);

-- name: drop_pair_offers
DELETE FROM pair_offers WHERE (first_id, second_id) = (%(first_id)s, %(second_id)s);

-- name: pairs
-- A page after a place: pairs in order of age, then open requests of the owner (NULL: of all).
SELECT * FROM (
    SELECT 0 AS kind, p.version_id AS id, n.bot, a.bot AS first, b.bot AS second,
        a.owner AS first_owner, b.owner AS second_owner, NULL AS waits_for
    FROM pairs p JOIN named_versions n ON n.id = p.version_id
    JOIN named_versions a ON a.id = p.first_id JOIN named_versions b ON b.id = p.second_id
    UNION ALL
    SELECT 1, o.id, a.name || '+' || b.name || '@' || a.version || '+' || b.version, a.bot, b.bot,
        a.owner, b.owner, CASE WHEN o.owner_id = a.owner_id THEN b.owner ELSE a.owner END
    FROM pair_offers o JOIN named_versions a ON a.id = o.first_id
    JOIN named_versions b ON b.id = o.second_id
    WHERE %(owner_id)s::bigint IS NULL OR %(owner_id)s IN (a.owner_id, b.owner_id)
) listed
WHERE (kind, id) > (%(kind)s, %(id)s) AND (%(bot)s::text IS NULL OR bot = %(bot)s)
ORDER BY kind, id LIMIT %(limit)s;

-- name: keep_build
UPDATE bot_versions SET build = coalesce(build, %(build)s) WHERE id = %(version_id)s
RETURNING build;

-- name: bots
-- A page after a name and a version's id. A pair is connected if both members are.
WITH alone AS (
    SELECT version_id, count(*) AS instances, sum(max_seats) AS max_seats FROM live_instances
    GROUP BY 1
), connected AS (
    SELECT * FROM alone UNION ALL
    SELECT p.version_id, least(a.instances, b.instances), 2 * least(a.max_seats, b.max_seats)
    FROM pairs p JOIN alone a ON a.version_id = p.first_id
    JOIN alone b ON b.version_id = p.second_id
), infraction_sums AS (
    SELECT f.version_id, sum(f.infractions)::bigint AS infractions
    FROM tallies t
    CROSS JOIN LATERAL unnest(t.players, t.infractions) AS f (version_id, infractions)
    GROUP BY 1
), last_days AS (
    SELECT m.id, max(least(p.claimed, e.withdrawn)) AS played
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT max(k.claimed) AS claimed FROM blocks k
        WHERE k.tournament_id = t.id AND k.claimed IS NOT NULL AND k.state = 'done'
    ) p JOIN entrants e ON e.tournament_id = t.id AND p.claimed IS NOT NULL
    CROSS JOIN LATERAL (
        SELECT e.version_id AS id UNION ALL
        SELECT unnest(ARRAY[r.first_id, r.second_id]) FROM pairs r WHERE r.version_id = e.version_id
    ) m GROUP BY 1
)
SELECT n.id AS version_id, n.name, n.bot, n.owner, coalesce(c.instances, 0) AS instances,
    coalesce(c.max_seats, 0) AS max_seats, coalesce(f.infractions, 0) AS infractions,
    b.open_to_challenges OR coalesce(n.owner = %(house)s, false) AS open_to_challenges,
    EXISTS (SELECT FROM bundles u WHERE u.version_id = n.id AND u.state = 'admitted') AS by_arena,
    v.created, coalesce(to_char(d.played AT TIME ZONE 'UTC', 'YYYY-MM-DD'), '') AS played
FROM named_versions n JOIN bots b ON b.id = n.bot_id JOIN bot_versions v ON v.id = n.id
LEFT JOIN connected c ON c.version_id = n.id LEFT JOIN last_days d ON d.id = n.id
LEFT JOIN infraction_sums f ON f.version_id = n.id
WHERE (n.name, n.id) > (%(name)s, %(version_id)s)
ORDER BY n.name, n.id LIMIT %(limit)s;

-- name: look_up_token
SELECT hash, ended, scope, whose_id, owner, version_id, bot, id
FROM named_tokens WHERE substring(hash FROM 1 FOR 8) = %(head)s;

-- name: note_use
UPDATE tokens SET used = now()
WHERE id = ANY (%(token_ids)s) AND (used IS NULL OR used < now() - interval '1 minute');

-- name: add_token
INSERT INTO tokens (scope, owner_id, version_id, hash, label, expires, made_by)
VALUES (%(scope)s, %(owner_id)s, %(version_id)s, %(hash)s, %(label)s,
    now() + %(lifetime)s::interval, %(made_by)s)
RETURNING id;

-- name: version_of_owner
-- With whether it was submitted. A pair has no token: its members connect with their own.
SELECT n.id, EXISTS (SELECT FROM bundles b WHERE b.version_id = n.id)
FROM named_versions n JOIN bot_versions v ON v.id = n.id AND NOT v.is_pair
WHERE n.bot = %(bot)s AND (%(owner_id)s::bigint IS NULL OR n.owner_id = %(owner_id)s);

-- name: tokens
SELECT id, scope, owner_id, version_id, owner, bot, label, created, expires, used, ended, made_by
FROM named_tokens
WHERE (%(owner_id)s::bigint IS NULL OR whose_id = %(owner_id)s)
    AND (%(token_id)s::bigint IS NULL OR id = %(token_id)s)
    AND id > %(after)s
ORDER BY id LIMIT %(limit)s;

-- name: expire_token
UPDATE tokens SET expires = least(expires, now() + %(overlap)s::interval) WHERE id = %(token_id)s;

-- name: revoke_token
UPDATE tokens SET revoked = coalesce(revoked, now()) WHERE id = %(token_id)s;

-- name: ended_tokens
SELECT id, ended FROM named_tokens WHERE id = ANY (%(token_ids)s) AND ended IS NOT NULL;

-- name: create_invite
INSERT INTO invites (hash, expires, made_by)
VALUES (%(hash)s, now() + %(lifetime)s::interval, %(made_by)s)
RETURNING expires;

-- name: lock_invite
-- Locked, so that the second of two sessions sees that it was used.
SELECT i.id, CASE WHEN i.accepted IS NOT NULL THEN 'was used already'
    WHEN t.revoked IS NOT NULL THEN 'was taken back' WHEN i.expires <= now() THEN 'has expired'
    END AS ended
FROM invites i JOIN tokens t ON t.id = i.made_by
WHERE i.hash = %(hash)s FOR UPDATE OF i;

-- name: use_invite
UPDATE invites SET accepted = now(), owner_id = %(owner_id)s WHERE id = %(invite_id)s;

-- name: add_session
INSERT INTO sessions (hash, token_id) VALUES (%(hash)s, %(token_id)s);

-- name: drop_old_sessions
-- Ended sessions, and of each token all but its newest ones.
DELETE FROM sessions WHERE used < now() - %(idle)s::interval
    OR created < now() - %(longest)s::interval
    OR hash IN (SELECT hash FROM sessions WHERE token_id = %(token_id)s
        ORDER BY created DESC OFFSET %(most)s);

-- name: session
SELECT n.scope, n.whose_id, n.owner, n.version_id, n.bot, n.id
FROM sessions s JOIN named_tokens n ON n.id = s.token_id
WHERE s.hash = %(hash)s AND n.ended IS NULL AND s.used > now() - %(idle)s::interval
    AND s.created > now() - %(longest)s::interval;

-- name: note_session
UPDATE sessions SET used = now()
WHERE hash = %(hash)s AND used < now() - interval '1 minute';

-- name: drop_session
DELETE FROM sessions WHERE hash = %(hash)s;

-- name: submitted
SELECT n.id AS version_id, n.bot, b.state
FROM bundles b JOIN named_versions n ON n.id = b.version_id WHERE n.bot = %(bot)s;

-- name: not_admitted
-- The first few versions and members of pairs that may not play in the pool closed.
SELECT n.bot, coalesce(b.state, 'not submitted')
FROM named_versions n JOIN bot_versions v ON v.id = n.id AND NOT v.is_pair
LEFT JOIN bundles b ON b.version_id = n.id
WHERE n.id = ANY (with_members(%(version_ids)s)) AND b.state IS DISTINCT FROM 'admitted'
ORDER BY n.bot LIMIT 5;

-- name: begin_act
INSERT INTO acts (token_id, operation, about) VALUES (%(token_id)s, %(operation)s, %(about)s)
RETURNING id;

-- name: end_act
UPDATE acts SET outcome = %(outcome)s WHERE id = %(id)s;

-- name: acts
SELECT a.id, a.at, a.token_id, coalesce(t.label, '') AS label, a.operation, a.about, a.outcome
FROM acts a LEFT JOIN tokens t ON t.id = a.token_id
WHERE a.at >= coalesce(%(since)s, '-infinity'::timestamptz) AND a.id < %(before)s
ORDER BY a.id DESC LIMIT %(limit)s;
