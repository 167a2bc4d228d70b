-- What was promised of a board before it was voided: its commitments stay, attempt by attempt, and their seeds are told with the last.
CREATE TABLE voids (
    board_id bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
    attempt integer NOT NULL CHECK (attempt >= 0),
    seed bytea NOT NULL CHECK (length(seed) = 32),
    commitment bytea NOT NULL CHECK (commitment = sha256(seed)),
    reason text NOT NULL,
    voided timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (board_id, attempt)
);
