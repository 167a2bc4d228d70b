-- Secrets, epochs, what owners bring in, signatures. Parameters are psycopg's; a literal percent
-- sign would have to be doubled.

-- name: secrets_of
SELECT id AS tournament_id, name, master, contribution, secrets_root AS root,
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

-- name: has_signer
SELECT EXISTS (SELECT FROM signers WHERE key = %(key)s);

-- name: is_vouched_for
SELECT EXISTS (SELECT FROM signers WHERE key = %(key)s AND before IS NOT NULL);

-- name: lock_contributions
-- Until the transaction ends; with what the caller may do in `own_contribution`, asked behind it.
SELECT id, name, state FROM tournaments WHERE name = %(name)s FOR NO KEY UPDATE;

-- name: own_contribution
-- To the newest list of a tournament; no row where it has none. `is_expected`: the first list is
-- open to those who have a bot in it, each other one to those who revealed on the one before.
SELECT l.attempt, l.closed IS NULL AS is_open, l.signature IS NOT NULL AS is_signed,
    l.ended IS NOT NULL AS is_over, l.chain IS NOT NULL AS is_beacon, c.commitment, c.nonce,
    coalesce(extract(epoch FROM now() - c.reported)::float8, 0) AS silent_s,
    CASE l.attempt WHEN 0 THEN EXISTS (
        SELECT FROM entrants e JOIN named_versions n ON n.id = e.version_id
        WHERE e.tournament_id = l.tournament_id AND %(owner_id)s = ANY (n.owner_ids)
    ) ELSE EXISTS (
        SELECT FROM contributions b
        WHERE (b.tournament_id, b.attempt) = (l.tournament_id, l.attempt - 1)
            AND b.owner_id = %(owner_id)s AND b.nonce IS NOT NULL
    ) END AS is_expected
FROM contribution_lists l LEFT JOIN contributions c
    ON (c.tournament_id, c.attempt, c.owner_id) = (l.tournament_id, l.attempt, %(owner_id)s)
WHERE l.tournament_id = %(tournament_id)s ORDER BY l.attempt DESC LIMIT 1;

-- name: report_contribution
INSERT INTO contributions (tournament_id, attempt, owner_id, commitment)
VALUES (%(tournament_id)s, %(attempt)s, %(owner_id)s, %(commitment)s)
ON CONFLICT (tournament_id, attempt, owner_id) DO UPDATE
SET commitment = excluded.commitment, reported = now();

-- name: reveal_contribution
UPDATE contributions SET nonce = %(nonce)s
WHERE (tournament_id, attempt, owner_id) = (%(tournament_id)s, %(attempt)s, %(owner_id)s);

-- name: open_list
INSERT INTO contribution_lists (tournament_id, attempt) VALUES (%(tournament_id)s, %(attempt)s);

-- name: open_beacon_list
INSERT INTO contribution_lists (tournament_id, attempt, chain)
VALUES (%(tournament_id)s, 0, %(chain)s);
