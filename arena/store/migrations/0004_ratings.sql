-- Elo tables, one for each variant and rules revision.

-- `settled_*` is what all settled tournaments come to, folded in their order and, in each, in schedule order.
-- `elo` and `boards` go on from there over the closed boards of tournaments that are not settled: provisional.
CREATE TABLE ratings (
    variant text NOT NULL,
    revision integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    elo float8 NOT NULL,
    boards integer NOT NULL,
    settled_elo float8 NOT NULL,
    settled_boards integer NOT NULL,
    PRIMARY KEY (variant, revision, version_id),
    CHECK (boards >= settled_boards)
);
