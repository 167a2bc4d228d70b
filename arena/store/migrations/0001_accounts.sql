-- Who there is: owners, bots, their versions and pairs, and the tokens that let them in.

CREATE TABLE owners (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT owners_name_unique UNIQUE
        CONSTRAINT owners_name_format CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$')
);

CREATE TABLE bots (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT bots_name_unique UNIQUE,
    owner_id bigint REFERENCES owners,  -- null: a pair of two owners' bots
    is_pair boolean NOT NULL DEFAULT false,
    CONSTRAINT bots_owned CHECK (is_pair OR owner_id IS NOT NULL),
    CONSTRAINT bots_name_format CHECK (CASE WHEN is_pair
        THEN name ~ '^[a-z0-9][a-z0-9_-]{0,39}\+[a-z0-9][a-z0-9_-]{0,39}$'
        ELSE name ~ '^[a-z0-9][a-z0-9_-]{0,39}$' END)
);

-- A version is what is rated. A claim locks its row (in order of id) to count its seats.
CREATE TABLE bot_versions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    bot_id bigint NOT NULL REFERENCES bots,
    version text NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    build text CONSTRAINT bot_versions_build CHECK (build ~ '^[ -~]{1,128}$'),
    is_pair boolean NOT NULL DEFAULT false,
    CONSTRAINT bot_versions_version_unique UNIQUE (bot_id, version),
    CONSTRAINT bot_versions_version_format CHECK (CASE WHEN is_pair
        THEN version ~ '^[a-z0-9._-]{1,40}\+[a-z0-9._-]{1,40}$'
        ELSE version ~ '^[a-z0-9._-]{1,40}$' END)
);

-- Ratings belong to a version, so a version never changes: not its name, not its owner, and not
-- its build once it has told one.
CREATE FUNCTION guard_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% %: a version never changes', TG_TABLE_NAME, OLD.id
        USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER guard BEFORE UPDATE OF id, bot_id, version, build ON bot_versions FOR EACH ROW
    WHEN ((NEW.id, NEW.bot_id, NEW.version) <> (OLD.id, OLD.bot_id, OLD.version)
        OR (OLD.build IS NOT NULL AND NEW.build IS DISTINCT FROM OLD.build))
    EXECUTE FUNCTION guard_version();
CREATE TRIGGER guard BEFORE UPDATE OF id, name, owner_id ON bots FOR EACH ROW
    WHEN ((NEW.id, NEW.name, NEW.owner_id) <> (OLD.id, OLD.name, OLD.owner_id))
    EXECUTE FUNCTION guard_version();

-- Two bots that enter as one where partners play (docs/explanation/pairs.md). A pair is a version
-- of its own, which nobody connects as: it enters, is scored and is rated; its two members sit.
CREATE TABLE pairs (
    version_id bigint PRIMARY KEY REFERENCES bot_versions,
    first_id bigint NOT NULL REFERENCES bot_versions,  -- members, in the order of their names
    second_id bigint NOT NULL REFERENCES bot_versions CHECK (second_id <> first_id),
    owner_ids bigint[] NOT NULL,  -- the members' owners, each once, ascending
    UNIQUE (first_id, second_id)
);
CREATE INDEX pairs_of_second ON pairs (second_id);

-- Pairs that one owner has asked for. Once the other member's owner asks for the same, the pair is
-- made and its offers are deleted.
CREATE TABLE pair_offers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    first_id bigint NOT NULL REFERENCES bot_versions,
    second_id bigint NOT NULL REFERENCES bot_versions,
    owner_id bigint NOT NULL REFERENCES owners,
    UNIQUE (first_id, second_id, owner_id)
);

-- "name@version" of every version. Of a pair of two owners' bots `owner_id` is null and `owner`
-- names both.
CREATE VIEW named_versions AS
    SELECT v.id, b.name || '@' || v.version AS bot, b.name, v.version, b.id AS bot_id,
        o.id AS owner_id,
        coalesce(o.name, (SELECT string_agg(w.name, '+' ORDER BY w.name)
            FROM owners w WHERE w.id = ANY (p.owner_ids))) AS owner,
        coalesce(p.owner_ids, ARRAY[o.id]) AS owner_ids
    FROM bot_versions v JOIN bots b ON b.id = v.bot_id LEFT JOIN owners o ON o.id = b.owner_id
    LEFT JOIN pairs p ON p.version_id = v.id;

-- Who sits for a version, and on how many of the seats of its side (null: all of them): the
-- version itself, or both members of a pair.
CREATE VIEW sitters AS
    SELECT v.id AS version_id, v.id AS sitter_id, NULL::integer AS seats
    FROM bot_versions v WHERE NOT v.is_pair
    UNION ALL SELECT version_id, first_id, 1 FROM pairs
    UNION ALL SELECT version_id, second_id, 1 FROM pairs;

-- The versions of a line-up, and the members of its pairs.
CREATE FUNCTION with_members(line_up bigint[]) RETURNS bigint[] LANGUAGE sql STABLE COST 1 AS $$
    SELECT line_up || ARRAY(SELECT unnest(ARRAY[p.first_id, p.second_id])
        FROM pairs p WHERE p.version_id = ANY (line_up))
$$;

-- Every version whose line-ups one of this line-up's bots would sit in.
CREATE FUNCTION sharing(line_up bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT m.ids || ARRAY(SELECT p.version_id
        FROM pairs p WHERE p.first_id = ANY (m.ids) OR p.second_id = ANY (m.ids))
    FROM (SELECT with_members(line_up) AS ids) m
$$;

-- The pairs whose members are both among *versions*.
CREATE FUNCTION pairs_among(versions bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT ARRAY(SELECT p.version_id
        FROM pairs p WHERE p.first_id = ANY (versions) AND p.second_id = ANY (versions))
$$;

-- Operators, owners and bots have as many tokens as they want, so that a new one can be there
-- before the old one goes. Only the SHA-256 (32 bytes) of a token is stored.
-- A live token is revoked, for good, or ends when it expires. Its row stays, so that a refusal can
-- say why.
CREATE TABLE tokens (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope text NOT NULL CHECK (scope IN ('operator', 'owner', 'bot')),
    owner_id bigint REFERENCES owners,
    version_id bigint REFERENCES bot_versions,
    hash bytea NOT NULL CONSTRAINT tokens_hash_unique UNIQUE CHECK (length(hash) = 32),
    label text NOT NULL DEFAULT '' CONSTRAINT tokens_label_length CHECK (length(label) <= 60),
    created timestamptz NOT NULL DEFAULT now(),
    expires timestamptz,
    used timestamptz,  -- to the minute
    revoked timestamptz,
    made_by bigint REFERENCES tokens,  -- null: whoever set the arena up
    CONSTRAINT tokens_of_somebody CHECK (
        (scope = 'owner') = (owner_id IS NOT NULL) AND (scope = 'bot') = (version_id IS NOT NULL)
    )
);

-- A token is looked up by eight bytes of its hash; the code compares all 32 in constant time.
CREATE INDEX tokens_looked_up ON tokens (substring(hash FROM 1 FOR 8));
CREATE INDEX tokens_of_owner ON tokens (owner_id);
CREATE INDEX tokens_of_version ON tokens (version_id);

-- Whose each token is. `ended`: why it lets nobody in; null while it does.
CREATE VIEW named_tokens AS
    SELECT t.*, coalesce(o.id, n.owner_id) AS whose_id, coalesce(o.name, n.owner) AS owner, n.bot,
        CASE WHEN t.revoked IS NOT NULL THEN 'revoked' WHEN t.expires <= now() THEN 'expired' END
            AS ended
    FROM tokens t LEFT JOIN owners o ON o.id = t.owner_id
    LEFT JOIN named_versions n ON n.id = t.version_id;
