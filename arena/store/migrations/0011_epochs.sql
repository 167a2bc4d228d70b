-- Secrets, and what they promise (docs/explanation/seeds.md says how everything is derived).

-- Of those made before, what was drawn from the seed goes on being drawn from it: it is now what
-- line-ups, their order and lots follow from, and nothing else. They get a master for the boards
-- that are still to come, and have no root, as none was published.
ALTER TABLE tournaments RENAME COLUMN seed TO schedule_seed;
ALTER TABLE tournaments DROP CONSTRAINT tournaments_seed_unique;
ALTER TABLE tournaments
    -- What all secrets follow from. It is never told.
    ADD master bytea CONSTRAINT tournaments_master_unique UNIQUE CHECK (length(master) >= 16),
    -- What the master was made of, where the tournament is a test.
    ADD test_seed text CHECK (test_seed <> ''),
    ADD secrets_root bytea CHECK (length(secrets_root) = 32),
    -- What owners brought in: M on that page.
    ADD contribution bytea CHECK (length(contribution) = 32);
UPDATE tournaments SET master = sha256(convert_to('before 0010 ' || schedule_seed, 'UTF8')),
    contribution = sha256(convert_to(name, 'UTF8'));
ALTER TABLE tournaments ALTER master SET NOT NULL, ALTER contribution SET NOT NULL;

-- Boards that were added together, with seeds from one secret.
CREATE TABLE epochs (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL CHECK (index BETWEEN 0 AND 4094),  -- 4095 is the schedule's
    occasion text NOT NULL CHECK (occasion IN ('first', 'extension', 'late entry', 'round', 'batch',
        'deals')),
    -- What its line-ups were drawn from, beside the settings and what was played.
    terms jsonb NOT NULL DEFAULT '{}',
    first integer NOT NULL CHECK (first >= 0),  -- the number of its first board
    boards integer NOT NULL CHECK (boards > 0),
    opened timestamptz NOT NULL DEFAULT now(),
    -- Over its boards; null where the tournament was made before there were any.
    root bytea CHECK (length(root) = 32),
    signer bytea CHECK (length(signer) = 32),
    signature bytea CHECK (length(signature) = 64),
    PRIMARY KEY (tournament_id, index),
    CHECK ((signer IS NULL) = (signature IS NULL)),
    CHECK (root IS NOT NULL OR signature IS NULL)
);
CREATE INDEX epochs_unsigned ON epochs (tournament_id, index)
    WHERE signature IS NULL AND root IS NOT NULL;
INSERT INTO epochs (tournament_id, index, occasion, first, boards, opened)
SELECT t.id, 0, 'first', 0, max(b.number) + 1, t.created
FROM tournaments t JOIN boards b ON b.tournament_id = t.id GROUP BY t.id;

-- Keys that roots were signed with, Ed25519. A key that took over from another is vouched for by
-- that one.
CREATE TABLE signers (
    key bytea PRIMARY KEY CHECK (length(key) = 32),
    since timestamptz NOT NULL DEFAULT now(),
    before bytea REFERENCES signers,
    voucher bytea CHECK (length(voucher) = 64),
    CHECK ((before IS NULL) = (voucher IS NULL))
);

-- What official tables are made of: nobody knew the deals.
CREATE VIEW official_tallies AS
    SELECT y.* FROM tallies y JOIN tournaments t ON t.id = y.tournament_id
    WHERE t.test_seed IS NULL;

ALTER TABLE blocks ADD epoch integer NOT NULL DEFAULT 0 CHECK (epoch >= 0);
CREATE INDEX blocks_of_epoch ON blocks (tournament_id, epoch) WHERE state <> 'done';

-- A board has eight seeds. The eighth void cancels it.
DROP TRIGGER guard ON boards;
CREATE TRIGGER guard BEFORE UPDATE OF state ON boards
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'owed>playing', 'playing>owed', 'playing>closed', 'owed>cancelled', 'owed>forfeited',
        'playing>cancelled');

-- Whether cards, seed and record may be told: not while somebody is still to play the same deal.
CREATE OR REPLACE FUNCTION is_public(b boards) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT b.state = 'closed' AND (b.side = '' OR NOT EXISTS (SELECT FROM boards o
        WHERE o.tournament_id = b.tournament_id AND o.deal = b.deal AND o.deal IS NOT NULL
        AND o.state IN ('owed', 'playing')))
$$;

-- Whether none of its boards can be played any more: then the secret is told.
CREATE FUNCTION is_over(e epochs) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT NOT EXISTS (SELECT FROM blocks k JOIN tournaments t ON t.id = k.tournament_id
        WHERE k.tournament_id = e.tournament_id AND k.epoch = e.index
        AND (k.state = 'leased' OR k.state IN ('owed', 'failed') AND t.state <> 'cancelled'))
$$;
