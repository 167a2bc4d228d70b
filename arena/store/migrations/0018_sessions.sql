-- Who is signed in to the page, and who was invited to become an owner. Only the SHA-256 (32 bytes)
-- of a session's id and of an invite's code is stored.

-- Whose a session is, and whether it still is, its token says. It ends after a while without use,
-- and some days after its start; the queries that read it have both times.
CREATE TABLE sessions (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    token_id bigint NOT NULL REFERENCES tokens,
    created timestamptz NOT NULL DEFAULT now(),
    used timestamptz NOT NULL DEFAULT now()  -- to the minute
);
CREATE INDEX sessions_of_token ON sessions (token_id, created);

-- An invite makes one owner, once, before it expires, and for as long as the token that made it was
-- not revoked.
CREATE TABLE invites (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    created timestamptz NOT NULL DEFAULT now(),
    expires timestamptz NOT NULL,
    made_by bigint NOT NULL REFERENCES tokens,
    accepted timestamptz,
    owner_id bigint REFERENCES owners,
    CHECK ((accepted IS NULL) = (owner_id IS NULL))
);
