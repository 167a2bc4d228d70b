-- Closed boards summed up by line-up: what the official table is computed from (arena/league/tally.py says what the lists hold).
-- A board is counted in the transaction that marks it as rated, so it is in here once.
-- Boards that were rated before this table was there are counted by a rebuild (`arena ratings --rebuild`).
CREATE TABLE tallies (
    variant text NOT NULL,
    revision integer NOT NULL,
    players bigint[] NOT NULL,  -- versions, ascending
    boards integer NOT NULL CHECK (boards > 0),
    halves bigint[] NOT NULL,
    products bigint[] NOT NULL,
    PRIMARY KEY (variant, revision, players)
);

CREATE FUNCTION added(one bigint[], other bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT array_agg(a + b ORDER BY place) FROM unnest(one, other) WITH ORDINALITY AS each (a, b, place)
$$;
