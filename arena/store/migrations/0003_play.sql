-- Blocks, boards, games, journals: what is played, by which worker, and what came of it.

-- owed -> leased       claim: token + 1, attempts + 1, seats taken
-- leased -> leased     claim of an expired lease (token + 1), or renew (same token)
-- leased -> owed       release (attempts - 1), failed below the limit, finish while a board was
--                      voided
-- leased -> done       finish, with the last open board
-- leased -> failed     failed at the limit of attempts; claim of an expired lease at the limit
-- owed -> failed       claim at the limit of a block whose boards were voided again and again
-- failed -> owed       retry_blocks: all its attempts are before it again
-- owed, leased, failed -> done   nothing of it will be played
-- Only who shows the current token of a leased block may renew, finish, void, release or fail it.
-- The end of the lease does not matter as long as nobody else has claimed the block.
CREATE TABLE blocks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    round integer NOT NULL DEFAULT 1 CHECK (round >= 1),
    line_up bigint[] NOT NULL,  -- versions, one for each seat of a table, in no particular order
    state text NOT NULL DEFAULT 'owed' CHECK (state IN ('owed', 'leased', 'done', 'failed')),
    token bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    worker text,
    lease_until timestamptz,
    not_before timestamptz NOT NULL DEFAULT '-infinity',  -- a block that failed waits a little
    passed_since timestamptz,  -- since when younger blocks have been claimed before this one
    traceback text,  -- of the last failure
    claimed timestamptz,  -- when its last worker claimed it
    tables integer CHECK (tables > 0),  -- at how many tables that worker may play it at once
    played interval,  -- how long it took, where it was played without a break
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants,
    CONSTRAINT blocks_lease CHECK ((state = 'leased') = (lease_until IS NOT NULL)),
    CONSTRAINT blocks_failed_why CHECK (state <> 'failed' OR traceback IS NOT NULL),
    CONSTRAINT blocks_worker CHECK (state <> 'leased' OR worker IS NOT NULL)
);
-- Open blocks by age. `id + 0`, so that no other index gives that order: the planner cannot know
-- that of a year's blocks only the last are open, and would read all of them from the first on.
CREATE INDEX blocks_open ON blocks (tournament_id, (id + 0)) WHERE state IN ('owed', 'leased');
CREATE INDEX blocks_passed_over ON blocks ((id + 0))
    WHERE state IN ('owed', 'leased') AND passed_since IS NOT NULL;
CREATE INDEX blocks_unfinished ON blocks (tournament_id) WHERE state <> 'done';
CREATE INDEX blocks_leased ON blocks (tournament_id) WHERE state = 'leased';
CREATE INDEX blocks_claimed ON blocks (tournament_id, claimed) WHERE claimed IS NOT NULL;
CREATE INDEX blocks_failed ON blocks (tournament_id) WHERE state = 'failed';
CREATE TRIGGER guard BEFORE UPDATE OF state ON blocks
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'owed>leased', 'leased>owed', 'leased>done', 'leased>failed', 'owed>failed',
        'failed>owed', 'owed>done', 'failed>done');

CREATE FUNCTION guard_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.token < OLD.token
        OR (OLD.state <> 'leased' AND NEW.state = 'leased' AND NEW.token = OLD.token) THEN
        RAISE EXCEPTION 'block %: a lease needs a new token', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_token BEFORE UPDATE ON blocks
    FOR EACH ROW EXECUTE FUNCTION guard_token();

-- Whether a block could be claimed now.
CREATE FUNCTION is_waiting(b blocks) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT (b.state = 'owed' AND b.not_before <= now())
        OR (b.state = 'leased' AND b.lease_until <= now())
$$;

-- Seats that a leased block holds. They count until its lease ends.
CREATE TABLE block_seats (
    block_id bigint NOT NULL REFERENCES blocks,
    version_id bigint NOT NULL REFERENCES bot_versions,
    seats integer NOT NULL CHECK (seats > 0),
    PRIMARY KEY (block_id, version_id)
);
CREATE INDEX block_seats_of_version ON block_seats (version_id);

-- owed -> playing     claim of its block
-- playing -> owed     release or failure of its block (games and journals stay), void (attempt + 1,
--                     new seed, games dropped)
-- playing -> closed   finish: every rotation has its result. A closed board never changes but for
--                     `rated`.
-- owed -> cancelled   a bot withdrew before the board was begun
-- owed -> forfeited   by those of `absent`, who did not come
CREATE TABLE boards (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament_id bigint NOT NULL REFERENCES tournaments,
    number integer NOT NULL CHECK (number >= 0),  -- in schedule order
    block_id bigint NOT NULL REFERENCES blocks,
    -- Versions in circular order: rotation r puts player j at seat (j + r) mod n. At several tables
    -- they go seat by seat, so that index s * tables + t (from 0) sits in seat s of table t.
    line_up bigint[] NOT NULL,
    seed bytea NOT NULL CHECK (length(seed) = 32),
    commitment bytea NOT NULL CHECK (commitment = sha256(seed)),
    attempt integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    state text NOT NULL DEFAULT 'owed'
        CHECK (state IN ('owed', 'playing', 'closed', 'cancelled', 'forfeited')),
    rated boolean NOT NULL DEFAULT false CHECK (state = 'closed' OR NOT rated),
    absent bigint[] CHECK ((state = 'forfeited') = (absent IS NOT NULL)),
    -- Where a pair is in the line-up: who sits for each player at its side's first seat, then who
    -- at its second (arena/league/pairs.py).
    sitting bigint[] CHECK (cardinality(sitting) = 2 * cardinality(line_up)),
    tables_per_board smallint NOT NULL DEFAULT 1
        CHECK (tables_per_board >= 1 AND cardinality(line_up) % tables_per_board = 0),
    -- A gate's deal has two boards with one seed, `new` and `old`; where the two versions meet at
    -- the table it has one.
    deal integer CHECK (deal >= 0),
    side text NOT NULL DEFAULT '' CHECK (side IN ('', 'new', 'old')),
    -- What a closed board came to, so that ratings and standings need not read its games. Lists go
    -- with the line-up; `halves` with its pairs (1,2), (1,3) ... (2,3) ..., at several tables with
    -- the pairs who sat in the same seat (BoardScore in arena/league/ratings/boards.py).
    halves smallint[],
    points bigint[],
    faults integer[],
    -- Half points that each seat took off all others over the board's rotations; where partners
    -- play, each side. Null at several tables: each has other bots, so they say nothing of a seat.
    seat_halves smallint[],
    UNIQUE (tournament_id, number),
    CONSTRAINT boards_of_gates CHECK (side = '' OR deal IS NOT NULL),
    CONSTRAINT boards_whole_score CHECK (
        num_nulls(halves, points, faults) = CASE state WHEN 'closed' THEN 0 ELSE 3 END
        AND (halves IS NULL OR (cardinality(points) = cardinality(line_up)
            AND cardinality(faults) = cardinality(line_up)
            AND 2 * cardinality(halves) = cardinality(line_up) * (CASE tables_per_board
                WHEN 1 THEN cardinality(line_up) ELSE tables_per_board END - 1)))),
    CONSTRAINT boards_whole_seats CHECK (
        (seat_halves IS NULL) = (state <> 'closed' OR tables_per_board > 1)
        AND (seat_halves IS NULL OR cardinality(seat_halves) = cardinality(line_up)))
);
CREATE INDEX boards_of_block ON boards (block_id);
CREATE INDEX boards_unrated ON boards (tournament_id, number) WHERE state = 'closed' AND NOT rated;
CREATE INDEX boards_by_state ON boards (tournament_id, state);
CREATE INDEX boards_unplayed ON boards (tournament_id) WHERE state IN ('cancelled', 'forfeited');
CREATE UNIQUE INDEX boards_of_deal ON boards (tournament_id, deal, side) WHERE deal IS NOT NULL;
-- Boards on which somebody did something wrong, for lists of infractions. The expression has
-- statistics: without them the planner took one board in three to be such a one.
CREATE INDEX boards_with_faults ON boards (tournament_id, number)
    WHERE state = 'closed' AND cardinality(array_remove(faults, 0)) > 0;
CREATE STATISTICS boards_faulty ON (cardinality(array_remove(faults, 0))) FROM boards;
CREATE TRIGGER guard BEFORE UPDATE OF state ON boards
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'owed>playing', 'playing>owed', 'playing>closed', 'owed>cancelled', 'owed>forfeited');

-- Boards come and go by statements of many, with their tournament locked.
CREATE FUNCTION count_boards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tournament_variants v
    SET boards = v.boards + CASE TG_OP WHEN 'INSERT' THEN c.boards ELSE -c.boards END FROM (
        SELECT k.tournament_id, k.variant_index, count(*) AS boards
        FROM moved b JOIN blocks k ON k.id = b.block_id GROUP BY 1, 2
    ) c WHERE (c.tournament_id, c.variant_index) = (v.tournament_id, v.index);
    RETURN NULL;
END $$;
CREATE TRIGGER count_more AFTER INSERT ON boards REFERENCING NEW TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION count_boards();
CREATE TRIGGER count_fewer AFTER DELETE ON boards REFERENCING OLD TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION count_boards();

-- Whether cards, seed and record may be told: not while somebody is still to play the same deal.
CREATE FUNCTION is_public(b boards) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT b.state = 'closed' AND (b.side = '' OR NOT EXISTS (SELECT FROM boards o
        WHERE o.tournament_id = b.tournament_id AND o.deal = b.deal AND o.deal IS NOT NULL
        AND o.state <> 'closed'))
$$;

-- Who would sit in a seat (from 1) of a rotation or a table before a draw.
CREATE FUNCTION would_sit(b boards, game integer, seat integer) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN b.tables_per_board = 1 AND b.sitting IS NULL
            THEN b.line_up[
                mod(seat - 1 - game + cardinality(b.line_up), cardinality(b.line_up)) + 1]
        WHEN b.tables_per_board = 1 THEN b.sitting[(seat - 1) / 2 * 2 + mod(seat + 1 - game, 2) + 1]
        WHEN b.sitting IS NULL
            THEN b.line_up[mod(seat - 1, cardinality(b.line_up) / b.tables_per_board)
                * b.tables_per_board + game + 1]
        ELSE b.sitting[(seat - 1) * b.tables_per_board + game + 1]
    END
$$;

-- Whom of a board's line-up a version sits for.
CREATE FUNCTION entrant_of(line_up bigint[], sitting bigint[], version_id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN sitting IS NULL THEN version_id
        ELSE line_up[mod(array_position(sitting, version_id) - 1, cardinality(line_up)) + 1] END
$$;

-- What was promised of a board before it was voided. The commitments stay, attempt by attempt, and
-- the seeds are told with the last one.
CREATE TABLE voids (
    board_id bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
    attempt integer NOT NULL CHECK (attempt >= 0),
    seed bytea NOT NULL CHECK (length(seed) = 32),
    commitment bytea NOT NULL CHECK (commitment = sha256(seed)),
    reason text NOT NULL,
    voided timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (board_id, attempt)
);
