-- Worker processes that live: each says so with its sweeps. What they play stands in `blocks`.
CREATE TABLE workers (
    name text PRIMARY KEY,
    seen timestamptz NOT NULL
);

CREATE VIEW live_workers AS SELECT name FROM workers WHERE seen > now() - interval '15 seconds';
