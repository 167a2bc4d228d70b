-- What a house bot makes of the deals of closed boards, all seats its own: the luck that standings can be read without.

-- `points`: of all sides together, as arena/league/luck.py takes them; null where this release cannot play that revision.
CREATE TABLE replays (
    board_id bigint PRIMARY KEY REFERENCES boards,
    points bigint
);

-- Tournaments somebody asked it of. A worker that takes some boards has until `busy_until` to bring what came of them.
CREATE TABLE replays_wanted (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    busy_until timestamptz NOT NULL DEFAULT '-infinity'
);
