-- The archives of bundles by what they contain, and what of an upload has come in so far.
CREATE TABLE bundle_bytes (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    packed bytea NOT NULL
);
-- It is compressed already, and is read in parts.
ALTER TABLE bundle_bytes ALTER COLUMN packed SET STORAGE EXTERNAL;
CREATE TABLE bundle_parts (
    owner_id bigint NOT NULL REFERENCES owners (id),
    -- SHA-256 of the whole archive.
    packed bytea NOT NULL CHECK (octet_length(packed) = 32),
    index integer NOT NULL CHECK (index >= 0),
    data bytea NOT NULL,
    put timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (owner_id, packed, index)
);
CREATE INDEX bundle_parts_put ON bundle_parts (put);

-- Which runner checks a version that waits, and until when nobody else does.
ALTER TABLE bundles ADD COLUMN check_until timestamptz;
-- What the check printed; for the owner.
ALTER TABLE bundles ADD COLUMN report text NOT NULL DEFAULT '';

-- What a seat's process printed, and why it ended; for the version's owner.
CREATE TABLE seat_logs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version_id bigint NOT NULL REFERENCES bundles (version_id),
    seat_id bigint NOT NULL,
    ending text NOT NULL,
    text text NOT NULL,
    cpu_us bigint NOT NULL,
    memory_kib bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX seat_logs_of_version ON seat_logs (version_id, id);
