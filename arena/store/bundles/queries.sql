-- name: lock_submitter
-- Locks an owner, so that quotas are counted for one bundle at a time.
SELECT id FROM owners WHERE name = %(owner)s FOR UPDATE;

-- name: drop_old_parts
DELETE FROM bundle_parts WHERE put < now() - interval '1 day';

-- name: parts_there
SELECT index FROM bundle_parts WHERE owner_id = %(owner_id)s AND packed = %(packed)s ORDER BY index;

-- name: parts_of_owner
SELECT coalesce(sum(octet_length(data)), 0)::bigint FROM bundle_parts
WHERE owner_id = %(owner_id)s;

-- name: put_part
INSERT INTO bundle_parts (owner_id, packed, index, data)
VALUES (%(owner_id)s, %(packed)s, %(index)s, %(data)s)
ON CONFLICT (owner_id, packed, index) DO NOTHING;

-- name: whole_upload
SELECT string_agg(data, ''::bytea ORDER BY index) FROM bundle_parts
WHERE owner_id = %(owner_id)s AND packed = %(packed)s;

-- name: drop_parts
DELETE FROM bundle_parts WHERE owner_id = %(owner_id)s AND packed = %(packed)s;

-- name: version_of_hash
SELECT n.bot, b.state, b.reason FROM bundles b JOIN named_versions n ON n.id = b.version_id
WHERE n.name = %(name)s AND b.hash = %(hash)s AND n.owner = %(owner)s;

-- name: next_version
SELECT coalesce(max(v.version::numeric), 0)::text::numeric + 1
FROM bot_versions v JOIN bots b ON b.id = v.bot_id
WHERE b.name = %(name)s AND v.version ~ '^[0-9]{1,9}$';

-- name: kept_by_owner
-- Packed bytes of an owner's bundles, and the number of those of the last hour.
SELECT coalesce(sum(b.packed_bytes), 0)::bigint,
    count(*) FILTER (WHERE b.submitted > now() - interval '1 hour')
FROM bundles b JOIN named_versions n ON n.id = b.version_id WHERE n.owner_id = %(owner_id)s;

-- name: add_bundle
INSERT INTO bundles (version_id, hash, manifest, variants, memory_mib, packed_bytes, submitted_by)
VALUES (%(version_id)s, %(hash)s, %(manifest)s, %(variants)s, %(memory_mib)s, %(packed_bytes)s,
    %(submitted_by)s);

-- name: put_bundle_bytes
INSERT INTO bundle_bytes (hash, packed) VALUES (%(hash)s, %(packed)s) ON CONFLICT DO NOTHING;

-- name: bundle_bytes
SELECT packed FROM bundle_bytes WHERE hash = %(hash)s;

-- name: bundle_piece
SELECT substring(packed FROM %(start)s + 1 FOR %(size)s) FROM bundle_bytes WHERE hash = %(hash)s;

-- name: bundles_of
SELECT b.version_id, n.bot, n.owner_id, b.hash, b.manifest, b.variants, b.memory_mib,
    b.packed_bytes, b.state, b.reason, b.submitted, b.decided
FROM bundles b JOIN named_versions n ON n.id = b.version_id
WHERE %(bot)s IN (n.name, n.bot) AND b.version_id < %(before)s
ORDER BY b.version_id DESC LIMIT %(limit)s;

-- name: report_of
SELECT report FROM bundles WHERE version_id = %(version_id)s;

-- name: withdraw_bundle
UPDATE bundles SET state = 'withdrawn', decided = now()
WHERE version_id = %(version_id)s AND state <> 'withdrawn';

-- name: wanted_bundles
-- Admitted versions in running tournaments, also in pairs; and all that sit at a table.
WITH called AS (
    SELECT e.version_id FROM tournaments t
    JOIN entrants e ON e.tournament_id = t.id AND e.withdrawn IS NULL
    WHERE t.state = 'running'
), wanted AS (
    SELECT b.version_id FROM called c
    CROSS JOIN LATERAL unnest(with_members(ARRAY[c.version_id])) AS m (version_id)
    JOIN bundles b ON b.version_id = m.version_id AND b.state = 'admitted'
    UNION
    SELECT b.version_id FROM blocks k
    CROSS JOIN LATERAL unnest(with_members(k.line_up)) AS m (version_id)
    JOIN bundles b ON b.version_id = m.version_id WHERE k.state = 'leased'
)
SELECT n.bot, encode(b.hash, 'hex') AS hash, b.manifest, b.variants, b.memory_mib
FROM wanted w JOIN bundles b ON b.version_id = w.version_id
JOIN named_versions n ON n.id = b.version_id ORDER BY b.version_id;

-- name: note_runner
-- Written at intervals: each runner looks every second.
INSERT INTO runner_looks (seen) VALUES (now())
ON CONFLICT (one) DO UPDATE SET seen = now() WHERE runner_looks.seen < now() - interval '20 s';

-- name: has_runner
SELECT EXISTS (SELECT FROM runner_looks WHERE seen > now() - %(within)s::interval);

-- name: take_check
UPDATE bundles b SET check_until = now() + %(lease)s::interval
FROM named_versions n
WHERE n.id = b.version_id AND b.version_id = (
    SELECT w.version_id FROM bundles w
    WHERE w.state = 'waiting' AND (w.check_until IS NULL OR w.check_until < now())
    ORDER BY w.submitted LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING n.bot, encode(b.hash, 'hex') AS hash, b.manifest, b.variants, b.memory_mib;

-- name: keep_check
UPDATE bundles b SET check_until = now() + %(lease)s::interval
FROM named_versions n
WHERE n.id = b.version_id AND n.bot = %(bot)s AND b.state = 'waiting'
    AND b.check_until < now() + %(lease)s::interval * 0.75;

-- name: decide_bundle
UPDATE bundles b SET state = %(state)s, reason = %(reason)s, report = %(report)s, decided = now()
FROM named_versions n
WHERE n.id = b.version_id AND n.bot = %(bot)s AND b.state = 'waiting'
RETURNING b.version_id;

-- name: add_seat_log
INSERT INTO seat_logs (version_id, seat_id, ending, text, cpu_us, memory_kib)
SELECT b.version_id, %(seat_id)s, %(ending)s, %(text)s, %(cpu_us)s, %(memory_kib)s
FROM bundles b JOIN named_versions n ON n.id = b.version_id WHERE n.bot = %(bot)s
RETURNING version_id;

-- name: rotate_seat_logs
-- Keeps a version's newest logs, up to a number and a total of characters.
DELETE FROM seat_logs l USING (
    SELECT id, row_number() OVER newest AS row, sum(octet_length(text)) OVER newest AS characters
    FROM seat_logs WHERE version_id = %(version_id)s WINDOW newest AS (ORDER BY id DESC)
) kept
WHERE l.id = kept.id AND (kept.row > %(most)s OR kept.characters > %(characters)s);

-- name: seat_logs
SELECT l.id, l.seat_id, l.ending, l.text, l.cpu_us, l.memory_kib, l.at
FROM seat_logs l WHERE l.version_id = %(version_id)s AND l.id < %(before)s
    AND (NOT %(failed)s OR l.ending <> '')
ORDER BY l.id DESC LIMIT %(limit)s;
