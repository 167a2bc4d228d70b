-- A ladder's season ends, and another tournament with secrets of its own goes on from it.
ALTER TABLE ladders ADD next_id bigint UNIQUE REFERENCES tournaments;

-- A season begins without boards: its first batch is drawn of those who are connected then.
ALTER TABLE tournaments DROP CONSTRAINT tournaments_round_check;
ALTER TABLE tournaments ADD CONSTRAINT tournaments_round_check CHECK (round >= 0);
