-- Tournaments whose boards come in rounds, gauntlets, and mixes of variants by weight.

-- `challengers`: of a gauntlet, the first entrants. `round`: of how many rounds the boards are there; `rounds`: how many there will
-- be, null where there is no end. A Swiss has several, a ladder batches; all boards of others are of round 1.
ALTER TABLE tournaments
    ADD challengers integer NOT NULL DEFAULT 0 CHECK (challengers >= 0),
    ADD round integer NOT NULL DEFAULT 1 CHECK (round >= 1),
    ADD rounds integer DEFAULT 1 CHECK (rounds >= round);

ALTER TABLE tournament_variants ADD weight integer NOT NULL DEFAULT 0 CHECK (weight >= 0);  -- 0: none was given

ALTER TABLE blocks ADD round integer NOT NULL DEFAULT 1 CHECK (round >= 1);

-- arena/league/ladder.py says what a ladder promises. `tables` of a batch, 0: as many as there are bots for.
CREATE TABLE ladders (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    tables integer NOT NULL CHECK (tables >= 0),
    least integer NOT NULL CHECK (least >= 0),
    longest integer NOT NULL CHECK (longest >= 1)
);
