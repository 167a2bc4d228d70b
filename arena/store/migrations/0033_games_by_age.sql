-- Games are kept in partitions of a million boards each, by age: writing, vacuum and the indexes that a day's claims and results go through
-- are those of the last one, however many years there are. A partition can be taken off to a file and put back (docs/operations.md).
-- (board, rotation, attempt) stays unique: the partition follows from the board.

-- Of what reads games there are views, which others may have changed since: they come back as they were.
CREATE TEMPORARY TABLE reading ON COMMIT DROP AS
    SELECT name, pg_get_viewdef(name::regclass) AS definition FROM unnest(ARRAY['scored_seats', 'first_and_last']) AS v (name);
DROP VIEW first_and_last, scored_seats;

ALTER TABLE journal DROP CONSTRAINT journal_game_id_fkey, ADD board_id bigint;
ALTER TABLE timeouts DROP CONSTRAINT timeouts_game_id_fkey, ADD board_id bigint;
UPDATE journal j SET board_id = g.board_id FROM games g WHERE g.id = j.game_id;
UPDATE timeouts t SET board_id = g.board_id FROM games g WHERE g.id = t.game_id;

DROP INDEX games_with_infractions;
ALTER TABLE games RENAME TO unparted;
ALTER TABLE unparted RENAME CONSTRAINT games_pkey TO unparted_pkey;
ALTER TABLE unparted RENAME CONSTRAINT games_one_result TO unparted_one_result;

CREATE SEQUENCE game_ids AS bigint;
SELECT setval('game_ids', coalesce(max(id), 0) + 1, false) FROM unparted;

-- One row for each (board, rotation, attempt): a result has one place, so there are no two of them.
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
    elapsed_s integer[] NOT NULL DEFAULT '{}',  -- play time after each hand; empty where no time is counted
    CONSTRAINT games_one_result PRIMARY KEY (board_id, rotation, attempt),
    CONSTRAINT games_id UNIQUE (id, board_id),
    CONSTRAINT games_whole_result CHECK (
        num_nulls(seated, ranks, scores, ended, actions, infractions) IN (0, 6)
        AND (ended IS NULL OR (cardinality(seated) = cardinality(seat_ids)
            AND cardinality(ranks) = cardinality(seat_ids) AND cardinality(scores) = cardinality(seat_ids)))
    )
) PARTITION BY RANGE (board_id);
ALTER SEQUENCE game_ids OWNED BY games.id;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON games
    FOR EACH ROW WHEN (OLD.ended IS NOT NULL) EXECUTE FUNCTION guard_result();

CREATE FUNCTION part_of(board bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT board / 1000000 $$;

-- Makes partition `part` from a table of that name, which has its rows already, or of none.
CREATE FUNCTION attach_part(part bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE IF NOT EXISTS games_%s (LIKE games INCLUDING ALL)', part);
    EXECUTE format('ALTER TABLE games ATTACH PARTITION games_%s FOR VALUES FROM (%s) TO (%s)', part, part * 1000000, (part + 1) * 1000000);
END $$;

-- Makes those that are missing of the partition of the newest board and three more, as many as a tournament may need and then some.
-- Says false where somebody was in the way: then another time will do.
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

SELECT attach_part(part) FROM generate_series(0, (SELECT part_of(coalesce(max(id), 0)) + 3 FROM boards)) AS part;
INSERT INTO games (id, board_id, rotation, attempt, seat_ids, seated, ranks, scores, ended, actions, infractions, elapsed_s)
SELECT id, board_id, rotation, attempt, seat_ids, seated, ranks, scores, ended, actions, infractions, elapsed_s FROM unparted;
DROP TABLE unparted;

ALTER TABLE journal ALTER board_id SET NOT NULL,
    ADD CONSTRAINT journal_game FOREIGN KEY (board_id, game_id) REFERENCES games (board_id, id) ON DELETE CASCADE;
ALTER TABLE timeouts ALTER board_id SET NOT NULL,
    ADD CONSTRAINT timeouts_game FOREIGN KEY (board_id, game_id) REFERENCES games (board_id, id) ON DELETE CASCADE;

DO $$
DECLARE
    view record;
BEGIN
    FOR view IN SELECT name, definition FROM reading ORDER BY name DESC LOOP
        EXECUTE format('CREATE VIEW %I AS %s', view.name, view.definition);
    END LOOP;
END $$;
