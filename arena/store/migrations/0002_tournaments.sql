-- Tournaments: what is played, by whom.

-- Refuses a change of state that is not among its arguments, each written 'from>to'.
CREATE FUNCTION guard_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT (OLD.state || '>' || NEW.state) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION '% %: no way from % to %', TG_TABLE_NAME, OLD.id, OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- created -> running    start_tournament
-- running -> finished   finish, with the tournament's last block
-- Finished tournaments are settled one after another by the rater, which numbers them: the order ratings are folded in.
CREATE TABLE tournaments (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT tournaments_name_unique UNIQUE
        CONSTRAINT tournaments_name_length CHECK (length(name) BETWEEN 1 AND 60),
    state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'running', 'finished')),
    pool text NOT NULL CHECK (pool IN ('trust')),
    boards_each integer NOT NULL CHECK (boards_each > 0),
    allow_same_owner boolean NOT NULL,
    -- Every board's seed follows from it, and none is used twice.
    seed text NOT NULL CONSTRAINT tournaments_seed_unique UNIQUE CHECK (seed <> ''),
    move_us bigint NOT NULL CHECK (move_us > 0),
    bank_us bigint NOT NULL CHECK (bank_us >= 0),
    auto_single boolean NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    settled bigint UNIQUE,
    CHECK (settled IS NULL OR state = 'finished')
);
CREATE TRIGGER guard BEFORE UPDATE OF state ON tournaments
    FOR EACH ROW EXECUTE FUNCTION guard_state('created>running', 'running>finished');

-- The variants of a tournament, each with every option resolved and the rules revision it is played under.
CREATE TABLE tournament_variants (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL,
    variant text NOT NULL,
    options jsonb NOT NULL,
    revision integer NOT NULL,
    seats integer NOT NULL CHECK (seats >= 2),
    PRIMARY KEY (tournament_id, index),
    UNIQUE (tournament_id, variant)
);

-- Who takes part, in the order of entry: the schedule follows from it.
CREATE TABLE entrants (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    PRIMARY KEY (tournament_id, index),
    UNIQUE (tournament_id, version_id)
);
