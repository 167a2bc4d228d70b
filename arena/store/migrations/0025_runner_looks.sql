-- When a runner last asked what there is to do, one row for them all: without any, whoever hands a
-- bot in would wait for nobody.
CREATE TABLE runner_looks (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    seen timestamptz NOT NULL
);
