-- Lists that are summed place by place; the shorter one goes on with zeros.
CREATE FUNCTION summed(one bigint[], other bigint[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY place)
    FROM unnest(one, other) WITH ORDINALITY AS each (a, b, place)
$$;
CREATE AGGREGATE sum_each(bigint[]) (SFUNC = summed, STYPE = bigint[]);

-- What each bot did in the games of closed boards. `counts`: in the order of COUNTS in
-- arena/rules/records/play_counts.py, where new ones come at the end.
CREATE TABLE play_counts (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    games bigint NOT NULL CHECK (games > 0),  -- one for each seat it had
    asked bigint NOT NULL CHECK (asked >= 0),
    charged_us bigint NOT NULL CHECK (charged_us >= 0),
    infractions bigint NOT NULL CHECK (infractions >= 0),
    counts bigint[] NOT NULL,
    PRIMARY KEY (version_id, tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
