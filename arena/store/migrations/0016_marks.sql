-- What tables are marked by: decisions that the fallback answered, and the arena's own lag.

-- Of `infractions` one stands for all answers of the fallback where a bot has left; here each
-- counts. Of what was counted before, only the infractions are known.
ALTER TABLE play_counts ADD fallbacks bigint NOT NULL DEFAULT 0;
UPDATE play_counts SET fallbacks = infractions;
ALTER TABLE play_counts ALTER fallbacks DROP DEFAULT, ADD CHECK (fallbacks >= infractions);

-- For which share of the last seconds the gateway's loop was held up, 0..1.
ALTER TABLE gateways ADD held float8 NOT NULL DEFAULT 0;

-- How often boards of a tournament came in, and the sum over these of the most that a living
-- gateway was held up at that moment.
CREATE TABLE arena_lag (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    looks bigint NOT NULL CHECK (looks > 0),
    held float8 NOT NULL CHECK (held >= 0),
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
