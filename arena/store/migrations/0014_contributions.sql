-- Numbers that owners bring in before the deals are drawn (docs/explanation/seeds.md).

-- Of a tournament whose owners may, neither M nor what line-ups follow from is known before the
-- deals are drawn; until then both are null, and it has no boards.
ALTER TABLE tournaments
    ALTER contribution DROP NOT NULL,
    ALTER schedule_seed DROP NOT NULL,
    DROP CONSTRAINT tournaments_state_check,
    ADD CONSTRAINT tournaments_state_check CHECK (
        state IN ('created', 'drawing', 'running', 'paused', 'finished', 'cancelled')),
    ADD CONSTRAINT tournaments_drawn CHECK ((contribution IS NULL) = (schedule_seed IS NULL)
        AND (contribution IS NOT NULL OR state IN ('created', 'drawing', 'cancelled')));
DROP TRIGGER guard ON tournaments;
CREATE TRIGGER guard BEFORE UPDATE OF state ON tournaments
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'created>running', 'created>drawing', 'drawing>running', 'running>paused',
        'paused>running', 'running>finished', 'paused>finished', 'created>cancelled',
        'drawing>cancelled', 'running>cancelled', 'paused>cancelled', 'finished>running');

-- Who is to bring in a number, attempt by attempt. Only tournaments whose owners may have any.
CREATE TABLE contribution_lists (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    attempt integer NOT NULL CHECK (attempt >= 0),
    opened timestamptz NOT NULL DEFAULT now(),
    closed timestamptz,  -- nobody comes in any more
    signer bytea CHECK (length(signer) = 32),
    signature bytea CHECK (length(signature) = 64),
    ended timestamptz,  -- all have revealed, or their time is over: from then on nonces are told
    -- Since it was opened, or signed: only time in which a gateway was there to be come to.
    waited interval NOT NULL DEFAULT '0',
    looked timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tournament_id, attempt),
    CHECK (closed IS NOT NULL OR signature IS NULL AND ended IS NULL),
    CHECK ((signer IS NULL) = (signature IS NULL))
);
CREATE INDEX contribution_lists_unsigned ON contribution_lists (tournament_id, attempt)
    WHERE closed IS NOT NULL AND signature IS NULL;

-- What an owner promised, and then told. Of a closed list those that are on it.
CREATE TABLE contributions (
    tournament_id bigint NOT NULL,
    attempt integer NOT NULL,
    owner_id bigint NOT NULL REFERENCES owners,
    commitment bytea NOT NULL CHECK (length(commitment) = 32),
    reported timestamptz NOT NULL DEFAULT now(),
    nonce bytea CHECK (length(nonce) = 32),
    PRIMARY KEY (tournament_id, attempt, owner_id),
    FOREIGN KEY (tournament_id, attempt) REFERENCES contribution_lists
);

-- Lists that nobody comes into any more, in the order of owners. The nonces are all that there are,
-- told or not.
CREATE VIEW closed_lists AS
    SELECT l.tournament_id, l.attempt, l.closed, l.signer, l.signature, l.ended, e.owners,
        e.commitments, e.nonces
    FROM contribution_lists l CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(o.name ORDER BY o.name COLLATE "C"), '{}') AS owners,
            coalesce(array_agg(c.commitment ORDER BY o.name COLLATE "C"), '{}') AS commitments,
            coalesce(array_agg(c.nonce ORDER BY o.name COLLATE "C"), '{}') AS nonces
        FROM contributions c JOIN owners o ON o.id = c.owner_id
        WHERE (c.tournament_id, c.attempt) = (l.tournament_id, l.attempt)
    ) e WHERE l.closed IS NOT NULL;

-- What deals are drawn from: "operators", their secrets alone; "owners", the numbers of
-- `contributors` too; "undrawn", if they are not drawn. `unrevealed`: who was on a list, and did
-- not reveal in time.
CREATE VIEW tournament_deals AS
    SELECT t.id AS tournament_id,
        CASE WHEN t.contribution IS NULL THEN 'undrawn'
            WHEN cardinality(b.owners) = 0 THEN 'operators' ELSE 'owners' END AS deals,
        b.owners AS contributors, u.owners AS unrevealed
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT ARRAY(
            SELECT o.name FROM contributions c JOIN owners o ON o.id = c.owner_id
            WHERE c.tournament_id = t.id AND t.contribution IS NOT NULL AND c.attempt = (
                SELECT max(l.attempt) FROM contribution_lists l WHERE l.tournament_id = t.id)
            ORDER BY o.name COLLATE "C") AS owners
    ) b CROSS JOIN LATERAL (
        SELECT ARRAY(
            SELECT o.name FROM contributions c JOIN owners o ON o.id = c.owner_id
            JOIN contribution_lists l
                ON (l.tournament_id, l.attempt) = (c.tournament_id, c.attempt)
            WHERE c.tournament_id = t.id AND l.ended IS NOT NULL AND c.nonce IS NULL
            ORDER BY o.name COLLATE "C") AS owners
    ) u;
