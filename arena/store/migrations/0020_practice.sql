-- Practice tables: a person, house bots, and nothing that is rated. No other table refers to them.
CREATE TABLE practice_tables (
    -- Random, and what the table's address ends in.
    id text PRIMARY KEY,
    -- SHA-256 of what the person's cookie says.
    person bytea NOT NULL CHECK (octet_length(person) = 32),
    -- Random: tables of the same cards have the same, whoever sits there.
    deal text NOT NULL,
    -- What replays it, as `arena/practice/saving.py` writes it.
    state text NOT NULL,
    -- Raised with each change: who changes an older one is refused.
    version bigint NOT NULL DEFAULT 0,
    -- What the person made of it so far: points of each hand from number `first` on.
    seat integer NOT NULL,
    first integer NOT NULL,
    points integer[] NOT NULL,
    -- What the person was helped by: hands of which all cards were shown, undos, hints.
    opened integer[] NOT NULL,
    undone bigint NOT NULL,
    hints bigint NOT NULL,
    -- For the list of a person's tables.
    variant text NOT NULL,
    is_over boolean NOT NULL,
    made timestamptz NOT NULL DEFAULT now(),
    touched timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX practice_tables_of_person ON practice_tables (person, touched);
CREATE INDEX practice_tables_of_deal ON practice_tables (deal, made);
CREATE INDEX practice_tables_touched ON practice_tables (touched);
