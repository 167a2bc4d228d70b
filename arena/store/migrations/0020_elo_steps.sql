-- What each settled tournament did to whose Elo: the receipts go on from here, and a rating's history is read from it.
-- Tournaments that were settled before this table was there come in with a rebuild (`arena ratings --rebuild`).
CREATE TABLE elo_steps (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    boards integer NOT NULL CHECK (boards > 0),
    elo_before float8 NOT NULL,
    elo_after float8 NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, version_id),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
CREATE INDEX elo_steps_of_version ON elo_steps (version_id);
