-- How the test of a gate went: what bets on either side had won after so many deals.
CREATE TABLE gate_path (
    tournament_id bigint NOT NULL REFERENCES gates ON DELETE CASCADE,
    judged integer NOT NULL CHECK (judged > 0),
    -- natural logarithms of the wealth
    stronger double precision NOT NULL,
    not_stronger double precision NOT NULL,
    PRIMARY KEY (tournament_id, judged)
);
