-- Versions that were handed in: a program that runners play in confined processes. A version that
-- has a row here has no token; what it is never changes, only its state does.
CREATE TABLE bundles (
    version_id bigint PRIMARY KEY REFERENCES bot_versions (id),
    -- SHA-256 over the names, executable bits and bytes of its files.
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    -- What `bot.toml` says, as a JSON object.
    manifest text NOT NULL,
    variants text[] NOT NULL CHECK (cardinality(variants) > 0),
    memory_mib integer NOT NULL CHECK (memory_mib BETWEEN 1 AND 1024),
    packed_bytes bigint NOT NULL,
    -- Admitted once a runner has checked it; refused, with the reason, where the check failed.
    state text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'admitted', 'refused', 'withdrawn')),
    reason text NOT NULL DEFAULT '',
    submitted timestamptz NOT NULL DEFAULT now(),
    submitted_by bigint REFERENCES tokens (id),
    decided timestamptz
);
CREATE INDEX bundles_hash ON bundles (hash);
CREATE INDEX bundles_waiting ON bundles (submitted) WHERE state = 'waiting';

ALTER TABLE tournaments DROP CONSTRAINT tournaments_pool_check;
ALTER TABLE tournaments ADD CONSTRAINT tournaments_pool_check
    CHECK (pool IN ('trust', 'open', 'closed'));
