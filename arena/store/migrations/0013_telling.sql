-- A secret is told when each block of its epoch has ended. One that is owed may be under way to
-- somebody who is just claiming it, whatever its tournament's state: the sweep ends what is left of
-- those that are cancelled or decided.
CREATE OR REPLACE FUNCTION is_over(e epochs) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT NOT EXISTS (SELECT FROM blocks k
        WHERE k.tournament_id = e.tournament_id AND k.epoch = e.index AND k.state <> 'done')
$$;

-- Boards of a block that has ended are not played any more.
CREATE OR REPLACE FUNCTION is_public(b boards) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT b.state = 'closed' AND (b.side = '' OR NOT EXISTS (
        SELECT FROM boards o JOIN blocks k ON k.id = o.block_id
        WHERE o.tournament_id = b.tournament_id AND o.deal = b.deal AND o.deal IS NOT NULL
        AND o.state IN ('owed', 'playing') AND k.state <> 'done'))
$$;

-- Postgres logs the value that is there twice: it is now a hash.
ALTER TABLE tournaments DROP CONSTRAINT tournaments_master_unique;
CREATE UNIQUE INDEX tournaments_master_unique ON tournaments (sha256(master));

-- Masters of tournaments made before there were any followed from their seed, which could be any
-- text. Boards that are stored keep their seeds, of the others nothing is promised yet.
UPDATE tournaments t
SET master = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
WHERE t.secrets_root IS NULL AND NOT EXISTS (
    SELECT FROM epochs e WHERE e.tournament_id = t.id AND e.root IS NOT NULL);

-- Games under way whose accounts were two numbers: time to think, and on the line. The third is
-- what was charged.
UPDATE journal j SET state = convert_to(jsonb_set(s.state, '{costs}', (
    SELECT jsonb_agg(CASE jsonb_array_length(c.cost) WHEN 2 THEN c.cost || '0' ELSE c.cost END
        ORDER BY c.seat)
    FROM jsonb_array_elements(s.state -> 'costs') WITH ORDINALITY AS c (cost, seat)))::text, 'UTF8')
FROM (SELECT id, convert_from(state, 'UTF8')::jsonb AS state FROM journal) s
WHERE s.id = j.id AND jsonb_array_length(s.state -> 'costs' -> 0) = 2;
