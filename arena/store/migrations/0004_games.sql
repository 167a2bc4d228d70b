-- Games, in partitions of a million boards each, by age: writing, vacuum and the indexes that a
-- day's claims and results go through are those of the last partition, however many years there
-- are. A partition can be taken off to a file and put back (docs/how-to/operations.md).

CREATE SEQUENCE game_ids AS bigint;

-- One row for each (board, rotation, attempt), so that a result has one place; the partition
-- follows from the board. At several tables `rotation` is the number of the table.
-- open (ended is null) -> over (finish), for good.
CREATE TABLE games (
    id bigint NOT NULL DEFAULT nextval('game_ids'),
    board_id bigint NOT NULL REFERENCES boards,
    rotation integer NOT NULL CHECK (rotation >= 0),
    attempt integer NOT NULL,
    seat_ids bigint[] NOT NULL,  -- random, 63 bits; of the players in seat order before a draw
    seated bigint[],  -- version in each seat, after a draw
    ranks integer[],
    scores bigint[],
    ended text,
    actions bytea,  -- unsigned LEB128 varints
    infractions jsonb,
    elapsed_s integer[] NOT NULL DEFAULT '{}',  -- after each hand; empty where no time is counted
    CONSTRAINT games_one_result PRIMARY KEY (board_id, rotation, attempt),
    CONSTRAINT games_id UNIQUE (id, board_id),
    CONSTRAINT games_whole_result CHECK (
        num_nulls(seated, ranks, scores, ended, actions, infractions) IN (0, 6)
        AND (ended IS NULL OR (cardinality(seated) = cardinality(seat_ids)
            AND cardinality(ranks) = cardinality(seat_ids)
            AND cardinality(scores) = cardinality(seat_ids)))
    )
) PARTITION BY RANGE (board_id);
ALTER SEQUENCE game_ids OWNED BY games.id;

CREATE FUNCTION guard_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'game % is over: its result stands', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON games
    FOR EACH ROW WHEN (OLD.ended IS NOT NULL) EXECUTE FUNCTION guard_result();

CREATE FUNCTION part_of(board bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT board / 1000000
$$;

-- Makes partition `part` from a table of that name, which has its rows already, or of none.
CREATE FUNCTION attach_part(part bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE IF NOT EXISTS games_%s (LIKE games INCLUDING ALL)', part);
    EXECUTE format('ALTER TABLE games ATTACH PARTITION games_%s FOR VALUES FROM (%s) TO (%s)',
        part, part * 1000000, (part + 1) * 1000000);
END $$;

-- Makes what is missing of the partition of the newest board and three more, as many as a
-- tournament may need and then some. Says false where somebody was in the way: another time will
-- do.
CREATE FUNCTION provide_parts() RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
DECLARE
    newest bigint := (SELECT part_of(coalesce(max(id), 0)) FROM boards);
    part bigint;
BEGIN
    FOR part IN newest .. newest + 3 LOOP
        IF to_regclass('games_' || part) IS NULL THEN
            PERFORM attach_part(part);
        END IF;
    END LOOP;
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END $$;
SELECT provide_parts();

-- Partitions that were taken off to a file (arena/store/play/archive.py), and whose games those
-- are: who reads them is told so.
CREATE TABLE archived_parts (
    part bigint PRIMARY KEY,
    file text NOT NULL,
    games bigint NOT NULL,
    taken timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE archived_tournaments (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    part bigint NOT NULL REFERENCES archived_parts ON DELETE CASCADE,
    PRIMARY KEY (tournament_id, part)
);

-- What a worker noted about once a second. The pieces of a game, in order of id, each replace what
-- there is from action `start` on; `upto` = start + actions in the piece; the last piece's state
-- holds.
CREATE TABLE journal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    board_id bigint NOT NULL,
    game_id bigint NOT NULL,
    token bigint NOT NULL,
    start integer NOT NULL CHECK (start >= 0),
    upto integer NOT NULL CHECK (upto >= start),
    actions bytea NOT NULL,
    state bytea NOT NULL,  -- JSON
    clean boolean NOT NULL,
    CONSTRAINT journal_game FOREIGN KEY (board_id, game_id) REFERENCES games (board_id, id)
        ON DELETE CASCADE
);
CREATE INDEX journal_of_game ON journal (game_id, id);

-- The evidence of each timeout (docs/explanation/faults.md), beside the infraction of the same
-- game, hand, decision and seat; stored with the piece of the journal that has the decision. Times
-- in microseconds. It goes with its game when the board is void.
CREATE TABLE timeouts (
    board_id bigint NOT NULL,
    game_id bigint NOT NULL,
    hand integer NOT NULL CHECK (hand >= 0),
    decision integer NOT NULL CHECK (decision >= 0),
    seat integer NOT NULL CHECK (seat >= 0),
    version_id bigint NOT NULL REFERENCES bot_versions,
    number integer NOT NULL CHECK (number > 0),  -- of the decision, per seat, as the bot was asked
    noted timestamptz NOT NULL DEFAULT now(),
    move_us bigint NOT NULL,
    bank_us bigint NOT NULL,
    elapsed_us bigint NOT NULL,
    rtt_us bigint NOT NULL,
    lag_us bigint NOT NULL,
    silent_us bigint NOT NULL,
    connected boolean NOT NULL,
    PRIMARY KEY (game_id, hand, decision, seat),
    CONSTRAINT timeouts_game FOREIGN KEY (board_id, game_id) REFERENCES games (board_id, id)
        ON DELETE CASCADE
);
CREATE INDEX timeouts_of_board ON timeouts (board_id);
