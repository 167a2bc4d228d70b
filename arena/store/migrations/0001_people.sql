-- Who there is: operators, owners, bots and their versions; where bots are connected at this moment.
-- Tokens are never stored, only their SHA-256 (32 bytes).

CREATE TABLE operators (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32)
);

CREATE TABLE owners (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT owners_name_unique UNIQUE
        CONSTRAINT owners_name_format CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
    token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32)
);

CREATE TABLE bots (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT bots_name_unique UNIQUE
        CONSTRAINT bots_name_format CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
    owner_id bigint NOT NULL REFERENCES owners
);

-- A version never changes and is what is rated. Its row is what a claim locks (in order of id) to count its seats.
CREATE TABLE bot_versions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    bot_id bigint NOT NULL REFERENCES bots,
    version text NOT NULL CONSTRAINT bot_versions_version_format CHECK (version ~ '^[a-z0-9._-]{1,40}$'),
    token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    created timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT bot_versions_version_unique UNIQUE (bot_id, version)
);

-- "name@version" of every version, with its owner.
CREATE VIEW named_versions AS
    SELECT v.id, b.name || '@' || v.version AS bot, b.name, v.version, b.id AS bot_id, o.id AS owner_id, o.name AS owner
    FROM bot_versions v JOIN bots b ON b.id = v.bot_id JOIN owners o ON o.id = b.owner_id;

-- Renewed by the gateway every 2 s; one that was not seen for 10 s counts as gone.
CREATE TABLE gateways (
    id text PRIMARY KEY,
    link_address text NOT NULL,
    seen timestamptz NOT NULL
);

CREATE TABLE instances (
    gateway_id text NOT NULL REFERENCES gateways ON DELETE CASCADE,
    version_id bigint NOT NULL REFERENCES bot_versions,
    instance text NOT NULL,
    max_seats integer NOT NULL CHECK (max_seats > 0),
    variants text[] NOT NULL,
    PRIMARY KEY (gateway_id, version_id, instance)
);

-- An instance that has just moved from one gateway to another is counted once, where it was seen last.
CREATE VIEW live_instances AS
    SELECT DISTINCT ON (i.version_id, i.instance) i.version_id, i.instance, i.gateway_id, i.max_seats, i.variants
    FROM instances i JOIN gateways g ON g.id = i.gateway_id
    WHERE g.seen > now() - interval '10 seconds'
    ORDER BY i.version_id, i.instance, g.seen DESC;
