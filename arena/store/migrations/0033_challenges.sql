-- Challenges: gates that owners ask for, with the bots of others that are open to them.
ALTER TABLE bots ADD open_to_challenges boolean NOT NULL DEFAULT false;

CREATE TABLE challenges (
    tournament_id bigint PRIMARY KEY REFERENCES gates ON DELETE CASCADE,
    -- who asked for it, and whose turn at the table it takes
    owner_id bigint NOT NULL REFERENCES owners,
    opponent_id bigint NOT NULL REFERENCES bots
);
