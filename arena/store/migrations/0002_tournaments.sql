-- Tournaments: what is played, by whom, and under which terms.

-- Refuses a change of state that is not among its arguments, each written 'from>to'.
CREATE FUNCTION guard_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT (OLD.state || '>' || NEW.state) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION '% %: no way from % to %', TG_TABLE_NAME, OLD.id, OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- created -> running            start_tournament
-- running -> paused             pause_tournament: nothing more is claimed, open tables play on
-- paused -> running             resume_tournament
-- running, paused -> finished   finish, with the tournament's last block
-- finished -> running           boards were added
-- created, running, paused -> cancelled   cancel_tournament: as paused, for good; closed boards
--                                         stay and count
-- The rater settles ended tournaments one after another and numbers them in `settled`: ratings are
-- folded in that order.
CREATE TABLE tournaments (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT tournaments_name_unique UNIQUE
        CONSTRAINT tournaments_name_length CHECK (length(name) BETWEEN 1 AND 60),
    kind text NOT NULL DEFAULT 'round-robin' CONSTRAINT tournaments_kind
        CHECK (kind IN ('round-robin', 'gauntlet', 'swiss', 'ladder', 'gate')),
    pool text NOT NULL CHECK (pool IN ('trust', 'open')),
    state text NOT NULL DEFAULT 'created'
        CHECK (state IN ('created', 'running', 'paused', 'finished', 'cancelled')),
    boards_each integer NOT NULL CHECK (boards_each > 0),
    -- Boards for each line-up beyond `boards_each`.
    extended integer NOT NULL DEFAULT 0 CHECK (extended >= 0),
    allow_same_owner boolean NOT NULL,
    -- Every board's seed follows from it, so that no two tournaments may share it.
    seed text NOT NULL CONSTRAINT tournaments_seed_unique UNIQUE CHECK (seed <> ''),
    move_us bigint NOT NULL CHECK (move_us > 0),
    bank_us bigint NOT NULL CHECK (bank_us >= 0),
    auto_single boolean NOT NULL,
    forfeit_after interval DEFAULT '1 day' CHECK (forfeit_after > '0'),  -- null: never
    priority integer NOT NULL DEFAULT 0
        CONSTRAINT tournaments_priority CHECK (priority BETWEEN -10 AND 10),
    -- Of a gauntlet: the first entrants, who challenge the others.
    challengers integer NOT NULL DEFAULT 0 CHECK (challengers >= 0),
    -- `round`: how many rounds have their boards; `rounds`: how many there will be, null where
    -- there is no end. Only Swiss tournaments (rounds) and ladders (batches) go beyond round 1.
    round integer NOT NULL DEFAULT 1 CHECK (round >= 1),
    rounds integer DEFAULT 1,
    created timestamptz NOT NULL DEFAULT now(),
    settled bigint UNIQUE,
    -- It was settled once, and the rater has yet to take that back.
    reopened boolean NOT NULL DEFAULT false,
    CONSTRAINT tournaments_settled CHECK (settled IS NULL OR state IN ('finished', 'cancelled')),
    CHECK (settled IS NULL OR NOT reopened),
    CHECK (rounds >= round)
);
CREATE TRIGGER guard BEFORE UPDATE OF state ON tournaments
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'created>running', 'running>paused', 'paused>running', 'running>finished',
        'paused>finished', 'created>cancelled', 'running>cancelled', 'paused>cancelled',
        'finished>running');

-- The variants of a tournament, each with every option resolved and the rules revision it is
-- played under.
CREATE TABLE tournament_variants (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL,
    variant text NOT NULL,
    family text NOT NULL,  -- the queue of its wake-ups
    options jsonb NOT NULL,
    revision integer NOT NULL,
    seats integer NOT NULL CHECK (seats >= 2),
    -- Where partners play, a bot has both seats of its side and needs them free at once.
    seats_each integer NOT NULL DEFAULT 1 CHECK (seats_each >= 1),
    weight integer NOT NULL DEFAULT 0 CHECK (weight >= 0),  -- 0: none was given
    -- At 1 a board is one line-up, played in all its rotations; at more it is played once at each
    -- of so many tables, which have different bots.
    tables_per_board integer NOT NULL DEFAULT 1 CHECK (tables_per_board >= 1),
    -- How many boards there are, in whatever state; `count_boards` keeps it, so that nobody has to
    -- look at each board.
    boards bigint NOT NULL DEFAULT 0 CHECK (boards >= 0),
    PRIMARY KEY (tournament_id, index),
    UNIQUE (tournament_id, variant)
);

-- Who takes part, in the order of entry: the schedule follows from it.
CREATE TABLE entrants (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    late boolean NOT NULL DEFAULT false,
    withdrawn timestamptz,
    PRIMARY KEY (tournament_id, index),
    UNIQUE (tournament_id, version_id)
);

-- arena/league/schedules/ladder.py says what a ladder promises. `tables`: of a batch; 0: as many as
-- there are bots for.
CREATE TABLE ladders (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    tables integer NOT NULL CHECK (tables >= 0),
    least integer NOT NULL CHECK (least >= 0),
    longest integer NOT NULL CHECK (longest >= 1)
);

-- Is a new version stronger than an old one? A tournament of kind `gate`, whose entrants are the
-- new version, the old one, then the fillers. Its boards are added in rounds as it goes on
-- (arena/league/schedules/gate.py), and it ends when it is decided.
CREATE TABLE gates (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    elo0 float8 NOT NULL,
    elo1 float8 NOT NULL CHECK (elo0 < elo1),
    alpha float8 NOT NULL CHECK (alpha > 0 AND alpha < 0.5),
    beta float8 NOT NULL CHECK (beta > 0 AND beta < 0.5),
    deals integer NOT NULL CHECK (deals > 0),  -- at most
    rounds integer NOT NULL DEFAULT 0,  -- whose boards were added
    -- The deals before this one are in `gate_tallies`.
    judged integer NOT NULL DEFAULT 0 CHECK (judged <= deals),
    decision text NOT NULL DEFAULT ''
        CHECK (decision IN ('', 'stronger', 'not stronger', 'undecided'))
);
CREATE INDEX gates_open ON gates (tournament_id) WHERE decision = '';
