-- What a tournament's schedule is.

ALTER TABLE tournaments ADD COLUMN kind text NOT NULL DEFAULT 'round-robin'
    CONSTRAINT tournaments_kind CHECK (kind IN ('round-robin', 'gauntlet', 'swiss', 'ladder', 'gate'));
