-- Live Elo is of one pool and format, as the official tables are: a board of another moves none of
-- it. Tournaments with a test seed are a pool of their own.

CREATE FUNCTION pool_of(tournament tournaments) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN tournament.test_seed IS NULL THEN tournament.pool ELSE 'test' END
$$;

DROP TABLE ratings;

-- Live Elo tables, one for each variant, rules revision, pool and format. `settled_*` is what all
-- settled tournaments come to, folded in their order and, in each, in schedule order. `elo` and
-- `boards` go on from there over the closed boards of tournaments that are not settled:
-- provisional.
CREATE TABLE ratings (
    variant text NOT NULL,
    revision integer NOT NULL,
    pool text NOT NULL,
    format text NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    elo float8 NOT NULL,
    boards integer NOT NULL,
    settled_elo float8 NOT NULL,
    settled_boards integer NOT NULL,
    PRIMARY KEY (variant, revision, pool, format, version_id),
    CHECK (boards >= settled_boards)
);

-- What there was is folded anew before anything else is rated, as when a tournament is reopened;
-- the order in which they were settled stays.
ALTER TABLE tournaments DROP CONSTRAINT tournaments_check;
UPDATE tournaments SET reopened = true
WHERE EXISTS (SELECT FROM tallies y WHERE y.tournament_id = tournaments.id);
