-- Partitions of games that were taken off to a file (arena/store/archive.py), and whose games those are: what reads them says so.
CREATE TABLE archived_parts (
    part bigint PRIMARY KEY,
    file text NOT NULL,
    games bigint NOT NULL,
    taken timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE archived_tournaments (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    part bigint NOT NULL REFERENCES archived_parts ON DELETE CASCADE,
    PRIMARY KEY (tournament_id, part)
);
