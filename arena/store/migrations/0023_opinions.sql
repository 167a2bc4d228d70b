-- The second opinion (arena/league/opinion.py): what is thought of each version in each variant, after so many games.
CREATE TABLE opinions (
    variant text NOT NULL,
    revision integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    mu float8 NOT NULL,
    sigma float8 NOT NULL,
    games bigint NOT NULL CHECK (games > 0),
    PRIMARY KEY (variant, revision, version_id)
);

-- How far it has come, in one row: up to this board of the tournament that was settled so-manieth.
CREATE TABLE opinion_mark (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    settled bigint NOT NULL DEFAULT 0,
    number integer NOT NULL DEFAULT -1
);
INSERT INTO opinion_mark DEFAULT VALUES;
