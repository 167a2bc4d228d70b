-- name: secrets_of
SELECT id AS tournament_id, name, master, mix, secrets_root AS root,
    coalesce(test_seed, '') AS test_seed
FROM tournaments WHERE id = %(tournament_id)s;

-- name: next_epoch
SELECT coalesce(max(index), -1) + 1 FROM epochs WHERE tournament_id = %(tournament_id)s;

-- name: names_of
SELECT id, bot FROM named_versions WHERE id = ANY (%(version_ids)s);

-- name: add_epoch
INSERT INTO epochs (tournament_id, index, occasion, terms, first, boards, root)
VALUES (%(tournament_id)s, %(index)s, %(occasion)s, %(terms)s, %(first)s, %(boards)s, %(root)s);

-- name: add_signer
INSERT INTO signers (key, before, voucher) VALUES (%(key)s, %(before)s, %(voucher)s)
ON CONFLICT (key) DO UPDATE SET before = excluded.before, voucher = excluded.voucher
WHERE signers.before IS NULL
    AND (SELECT o.since FROM signers o WHERE o.key = excluded.before) < signers.since;

-- name: is_vouched_for
-- No row for an unknown key.
SELECT before IS NOT NULL FROM signers WHERE key = %(key)s;
