-- What bots did wrong: how often, and the evidence of each timeout (docs/faults.md).

-- One row for each word and version. Gateways add what they saw every 2 s, results what was in their games.
CREATE TABLE faults (
    version_id bigint NOT NULL REFERENCES bot_versions,
    fault text NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    last timestamptz NOT NULL,
    PRIMARY KEY (version_id, fault)
);

-- Beside the infraction of the same game, hand, decision and seat; stored with the piece of the journal that has the decision.
-- Times in microseconds. It goes with its game when the board is void.
CREATE TABLE timeouts (
    game_id bigint NOT NULL REFERENCES games ON DELETE CASCADE,
    hand integer NOT NULL CHECK (hand >= 0),
    decision integer NOT NULL CHECK (decision >= 0),
    seat integer NOT NULL CHECK (seat >= 0),
    version_id bigint NOT NULL REFERENCES bot_versions,
    number integer NOT NULL CHECK (number > 0),  -- of the decision, per seat, as the bot was asked it
    noted timestamptz NOT NULL DEFAULT now(),
    move_us bigint NOT NULL,
    bank_us bigint NOT NULL,
    elapsed_us bigint NOT NULL,
    rtt_us bigint NOT NULL,
    lag_us bigint NOT NULL,
    silent_us bigint NOT NULL,
    connected boolean NOT NULL,
    PRIMARY KEY (game_id, hand, decision, seat)
);
