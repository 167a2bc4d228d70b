-- Blocks, boards, games, journals: what is played, by which worker, and what came of it.

-- owed -> leased       claim: token + 1, attempts + 1, seats taken
-- leased -> leased     claim of an expired lease (token + 1), or renew (same token)
-- leased -> owed       release (attempts - 1), failed below the limit, finish while a board was voided
-- leased -> done       finish, with the last open board
-- leased -> poisoned   failed at the limit of attempts; claim of an expired lease at the limit
-- owed -> poisoned     claim of a block at the limit, whose boards were voided again and again
-- Only who shows the current token of a leased block may renew, finish, void, release or fail it; the lease's end does not
-- matter as long as nobody else has claimed.
CREATE TABLE blocks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    line_up bigint[] NOT NULL,  -- versions, one for each seat of a table, in no particular order
    state text NOT NULL DEFAULT 'owed' CHECK (state IN ('owed', 'leased', 'done', 'poisoned')),
    token bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    worker text,
    lease_until timestamptz,
    not_before timestamptz NOT NULL DEFAULT '-infinity',  -- a block that failed waits a little
    passed_since timestamptz,  -- since when younger blocks have been claimed before this one
    traceback text,  -- of the last failure
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants,
    CONSTRAINT blocks_lease CHECK ((state = 'leased') = (lease_until IS NOT NULL)),
    CONSTRAINT blocks_poison CHECK (state <> 'poisoned' OR traceback IS NOT NULL),
    CONSTRAINT blocks_worker CHECK (state <> 'leased' OR worker IS NOT NULL)
);
CREATE INDEX blocks_open ON blocks (id) WHERE state IN ('owed', 'leased');
CREATE INDEX blocks_passed_over ON blocks (id) WHERE state IN ('owed', 'leased') AND passed_since IS NOT NULL;
CREATE INDEX blocks_unfinished ON blocks (tournament_id) WHERE state <> 'done';
CREATE TRIGGER guard BEFORE UPDATE OF state ON blocks
    FOR EACH ROW EXECUTE FUNCTION guard_state('owed>leased', 'leased>owed', 'leased>done', 'leased>poisoned', 'owed>poisoned');

CREATE FUNCTION guard_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.token < OLD.token OR (OLD.state <> 'leased' AND NEW.state = 'leased' AND NEW.token = OLD.token) THEN
        RAISE EXCEPTION 'block %: a lease needs a new token', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_token BEFORE UPDATE ON blocks FOR EACH ROW EXECUTE FUNCTION guard_token();

-- Seats that a leased block holds. They count until its lease ends.
CREATE TABLE block_seats (
    block_id bigint NOT NULL REFERENCES blocks,
    version_id bigint NOT NULL REFERENCES bot_versions,
    seats integer NOT NULL CHECK (seats > 0),
    PRIMARY KEY (block_id, version_id)
);

-- owed -> playing     claim of its block
-- playing -> owed     release or failure of its block (games and journals stay), void (attempt + 1, new seed, games dropped)
-- playing -> closed   finish: every rotation has its result. A closed board never changes but for `rated`.
CREATE TABLE boards (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament_id bigint NOT NULL REFERENCES tournaments,
    number integer NOT NULL CHECK (number >= 0),  -- in schedule order
    block_id bigint NOT NULL REFERENCES blocks,
    line_up bigint[] NOT NULL,  -- versions in circular order; rotation r puts player j at seat (j + r) mod n
    seed bytea NOT NULL CHECK (length(seed) = 32),
    commitment bytea NOT NULL CHECK (commitment = sha256(seed)),
    attempt integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    state text NOT NULL DEFAULT 'owed' CHECK (state IN ('owed', 'playing', 'closed')),
    rated boolean NOT NULL DEFAULT false CHECK (state = 'closed' OR NOT rated),
    UNIQUE (tournament_id, number)
);
CREATE INDEX boards_of_block ON boards (block_id);
CREATE INDEX boards_unrated ON boards (tournament_id, number) WHERE state = 'closed' AND NOT rated;
CREATE INDEX boards_by_state ON boards (tournament_id, state);
CREATE TRIGGER guard BEFORE UPDATE OF state ON boards
    FOR EACH ROW EXECUTE FUNCTION guard_state('owed>playing', 'playing>owed', 'playing>closed');

-- One row for each (board, rotation, attempt): a result has one place, so there are no two of them.
-- open (ended is null) -> over (finish), for good.
CREATE TABLE games (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
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
    CONSTRAINT games_one_result UNIQUE (board_id, rotation, attempt),
    CONSTRAINT games_whole_result CHECK (
        num_nulls(seated, ranks, scores, ended, actions, infractions) IN (0, 6)
        AND (ended IS NULL OR (cardinality(seated) = cardinality(seat_ids)
            AND cardinality(ranks) = cardinality(seat_ids) AND cardinality(scores) = cardinality(seat_ids)))
    )
);
CREATE INDEX games_with_infractions ON games (id) WHERE infractions <> '[]';

CREATE FUNCTION guard_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'game % is over: its result stands', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON games
    FOR EACH ROW WHEN (OLD.ended IS NOT NULL) EXECUTE FUNCTION guard_result();

-- What a worker noted about once a second. The pieces of a game, in order of id, each replace what there is from
-- action `start` on; `upto` = start + actions in the piece; the last piece's state holds.
CREATE TABLE journal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id bigint NOT NULL REFERENCES games ON DELETE CASCADE,
    token bigint NOT NULL,
    start integer NOT NULL CHECK (start >= 0),
    upto integer NOT NULL CHECK (upto >= start),
    actions bytea NOT NULL,
    state bytea NOT NULL,  -- JSON
    clean boolean NOT NULL
);
CREATE INDEX journal_of_game ON journal (game_id, id);

-- Seats of a version that are free for tables of a variant.
CREATE VIEW free_seats AS
    WITH capacity AS (
        SELECT i.version_id, v.variant, sum(i.max_seats) AS seats
        FROM live_instances i CROSS JOIN LATERAL (SELECT DISTINCT unnest(i.variants) AS variant) v GROUP BY 1, 2
    ), taken AS (
        SELECT s.version_id, sum(s.seats) AS seats
        FROM block_seats s JOIN blocks b ON b.id = s.block_id
        WHERE b.state = 'leased' AND b.lease_until > now() GROUP BY 1
    )
    SELECT c.version_id, c.variant, c.seats AS capacity, c.seats - coalesce(t.seats, 0) AS free
    FROM capacity c LEFT JOIN taken t ON t.version_id = c.version_id;

-- The same by variant: who is connected at all, and who has a seat free.
CREATE VIEW present_versions AS
    SELECT variant, array_agg(version_id) AS present,
        coalesce(array_agg(version_id) FILTER (WHERE free > 0), '{}') AS free
    FROM free_seats GROUP BY variant;

CREATE FUNCTION is_waiting(b blocks) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT (b.state = 'owed' AND b.not_before <= now()) OR (b.state = 'leased' AND b.lease_until <= now())
$$;

-- The variants of running tournaments, with who is connected.
CREATE VIEW running_variants AS
    SELECT v.tournament_id, v.index, p.present, p.free
    FROM tournament_variants v
    JOIN tournaments t ON t.id = v.tournament_id AND t.state = 'running'
    JOIN present_versions p ON p.variant = v.variant;

-- The oldest block, if any, that has been passed over for a minute although its bots are there: it keeps their seats for
-- itself as they come free, so that none starves.
CREATE VIEW patient_block AS
    SELECT b.id, b.line_up
    FROM blocks b JOIN running_variants v ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    WHERE b.state IN ('owed', 'leased') AND b.passed_since <= now() - interval '60 seconds' AND is_waiting(b)
        AND b.line_up <@ v.present
    ORDER BY b.id LIMIT 1;

-- Blocks of running tournaments that nobody plays and whose bots each have a seat free.
CREATE VIEW claimable_blocks AS
    SELECT b.id
    FROM blocks b JOIN running_variants v ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    LEFT JOIN patient_block p ON true
    WHERE b.state IN ('owed', 'leased') AND is_waiting(b) AND b.line_up <@ v.free
        AND (p.id IS NULL OR p.id = b.id OR NOT b.line_up && p.line_up);
