-- Official tables of their own for each pool and format, parted where boards do not link the bots.
-- What is stored of them is made anew: fits follow from the tallies.

-- What a game of a tournament is as ratings tell it: "hands 4", "game", "series 3".
CREATE FUNCTION format_of(options jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT concat_ws(' ', options #>> '{format,kind}',
        coalesce(options #>> '{format,count}', options #>> '{format,wins}'))
$$;

DROP TABLE official_fits;

-- The official tables as they were last fitted (arena/league/ratings/bradley_terry.py), a list of
-- fits, to so many `boards`: -1 where these have changed since.
CREATE TABLE official_fits (
    variant text NOT NULL,
    revision integer NOT NULL,
    pool text NOT NULL,
    format text NOT NULL,
    boards bigint NOT NULL,
    fits json NOT NULL,
    PRIMARY KEY (variant, revision, pool, format)
);
