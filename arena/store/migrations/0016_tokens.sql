-- Tokens of operators, owners and bots: as many of each as are wanted, so that a new one can be there before the old one goes.

-- live -> revoked (for good), or over when it expires. A row stays, so that it can be said why its token is refused.
CREATE TABLE tokens (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope text NOT NULL CHECK (scope IN ('operator', 'owner', 'bot')),
    owner_id bigint REFERENCES owners,
    version_id bigint REFERENCES bot_versions,
    hash bytea NOT NULL CONSTRAINT tokens_hash_unique UNIQUE CHECK (length(hash) = 32),  -- SHA-256; the token is nowhere
    label text NOT NULL DEFAULT '' CONSTRAINT tokens_label_length CHECK (length(label) <= 60),
    created timestamptz NOT NULL DEFAULT now(),
    expires timestamptz,
    used timestamptz,  -- to the minute
    revoked timestamptz,
    made_by bigint REFERENCES tokens,  -- null: by who set the arena up
    CONSTRAINT tokens_of_somebody CHECK (
        (scope = 'owner') = (owner_id IS NOT NULL) AND (scope = 'bot') = (version_id IS NOT NULL)
    )
);

-- A token is looked up by eight bytes of its hash; all 32 are compared outside, in constant time.
CREATE INDEX tokens_looked_up ON tokens (substring(hash FROM 1 FOR 8));
CREATE INDEX tokens_of_owner ON tokens (owner_id);
CREATE INDEX tokens_of_version ON tokens (version_id);

INSERT INTO tokens (scope, hash) SELECT 'operator', token_hash FROM operators;
INSERT INTO tokens (scope, owner_id, hash) SELECT 'owner', id, token_hash FROM owners ORDER BY id;
INSERT INTO tokens (scope, version_id, hash, created)
    SELECT 'bot', id, token_hash, created FROM bot_versions ORDER BY id;

DROP TABLE operators;
ALTER TABLE owners DROP COLUMN token_hash;
ALTER TABLE bot_versions DROP COLUMN token_hash;

-- Whose each token is. `ended`: why it lets nobody in; null while it does.
CREATE VIEW named_tokens AS
    SELECT t.*, coalesce(o.id, n.owner_id) AS whose_id, coalesce(o.name, n.owner) AS owner, n.bot,
        CASE WHEN t.revoked IS NOT NULL THEN 'revoked' WHEN t.expires <= now() THEN 'expired' END AS ended
    FROM tokens t LEFT JOIN owners o ON o.id = t.owner_id LEFT JOIN named_versions n ON n.id = t.version_id;
