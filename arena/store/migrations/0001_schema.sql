-- Accounts: owners, bots, their versions and pairs, and tokens.

CREATE TABLE owners (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT owners_name_unique UNIQUE
        CONSTRAINT owners_name_format CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$')
);

CREATE TABLE bots (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT bots_name_unique UNIQUE,
    owner_id bigint REFERENCES owners,  -- null: a pair of bots of two owners
    is_pair boolean NOT NULL DEFAULT false,
    open_to_challenges boolean NOT NULL DEFAULT false,
    CONSTRAINT bots_owned CHECK (is_pair OR owner_id IS NOT NULL),
    CONSTRAINT bots_name_format CHECK (CASE WHEN is_pair
        THEN name ~ '^[a-z0-9][a-z0-9_-]{0,39}\+[a-z0-9][a-z0-9_-]{0,39}$'
        ELSE name ~ '^[a-z0-9][a-z0-9_-]{0,39}$' END)
);

-- Ratings belong to versions. A claim locks a version's row (in order of id) to count its seats.
CREATE TABLE bot_versions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    bot_id bigint NOT NULL REFERENCES bots,
    version text NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    build text CONSTRAINT bot_versions_build CHECK (build ~ '^[ -~]{1,128}$'),
    is_pair boolean NOT NULL DEFAULT false,
    CONSTRAINT bot_versions_version_unique UNIQUE (bot_id, version),
    CONSTRAINT bot_versions_version_format CHECK (CASE WHEN is_pair
        THEN version ~ '^[a-z0-9._-]{1,40}\+[a-z0-9._-]{1,40}$'
        ELSE version ~ '^[a-z0-9._-]{1,40}$' END)
);

-- Ratings belong to a version, so its name, its owner and its first build never change.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% %: %', TG_TABLE_NAME, OLD.id, TG_ARGV[0] USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER guard BEFORE UPDATE OF id, bot_id, version, build ON bot_versions FOR EACH ROW
    WHEN ((NEW.id, NEW.bot_id, NEW.version) <> (OLD.id, OLD.bot_id, OLD.version)
        OR (OLD.build IS NOT NULL AND NEW.build IS DISTINCT FROM OLD.build))
    EXECUTE FUNCTION refuse_change('a version never changes');
CREATE TRIGGER guard BEFORE UPDATE OF id, name, owner_id ON bots FOR EACH ROW
    WHEN ((NEW.id, NEW.name, NEW.owner_id) <> (OLD.id, OLD.name, OLD.owner_id))
    EXECUTE FUNCTION refuse_change('a version never changes');

-- Two bots that enter as one where partners play (docs/explanation/pairs.md). The pair enters, is
-- scored and is rated; its two members connect and sit.
CREATE TABLE pairs (
    version_id bigint PRIMARY KEY REFERENCES bot_versions,
    first_id bigint NOT NULL REFERENCES bot_versions,  -- members, in the order of their names
    second_id bigint NOT NULL REFERENCES bot_versions CHECK (second_id <> first_id),
    owner_ids bigint[] NOT NULL,  -- the members' owners, each once, ascending
    UNIQUE (first_id, second_id)
);
CREATE INDEX pairs_of_second ON pairs (second_id);

-- Requests for pairs, until the other member's owner requests the same.
CREATE TABLE pair_offers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    first_id bigint NOT NULL REFERENCES bot_versions,
    second_id bigint NOT NULL REFERENCES bot_versions,
    owner_id bigint NOT NULL REFERENCES owners,
    UNIQUE (first_id, second_id, owner_id)
);

-- "name@version" of every version. `owner_id` is null for a pair of two owners' bots.
CREATE VIEW named_versions AS
    SELECT v.id, b.name || '@' || v.version AS bot, b.name, v.version, b.id AS bot_id,
        o.id AS owner_id,
        coalesce(o.name, (SELECT string_agg(w.name, '+' ORDER BY w.name)
            FROM owners w WHERE w.id = ANY (p.owner_ids))) AS owner,
        coalesce(p.owner_ids, ARRAY[o.id]) AS owner_ids
    FROM bot_versions v JOIN bots b ON b.id = v.bot_id LEFT JOIN owners o ON o.id = b.owner_id
    LEFT JOIN pairs p ON p.version_id = v.id;

-- The bots that sit for a version: itself, or both members of a pair. `seats`: those of its side;
-- null: all.
CREATE VIEW sitters AS
    SELECT v.id AS version_id, v.id AS sitter_id, NULL::integer AS seats
    FROM bot_versions v WHERE NOT v.is_pair
    UNION ALL SELECT version_id, first_id, 1 FROM pairs
    UNION ALL SELECT version_id, second_id, 1 FROM pairs;

-- The versions of a line-up, and the members of its pairs.
CREATE FUNCTION with_members(line_up bigint[]) RETURNS bigint[] LANGUAGE sql STABLE COST 1 AS $$
    SELECT line_up || ARRAY(SELECT unnest(ARRAY[p.first_id, p.second_id])
        FROM pairs p WHERE p.version_id = ANY (line_up))
$$;

-- Every version whose line-ups contain one of this line-up's bots.
CREATE FUNCTION sharing(line_up bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT m.ids || ARRAY(SELECT p.version_id
        FROM pairs p WHERE p.first_id = ANY (m.ids) OR p.second_id = ANY (m.ids))
    FROM (SELECT with_members(line_up) AS ids) m
$$;

-- The pairs whose members are both among *versions*.
CREATE FUNCTION pairs_among(versions bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT ARRAY(SELECT p.version_id
        FROM pairs p WHERE p.first_id = ANY (versions) AND p.second_id = ANY (versions))
$$;

-- An owner or bot may have several tokens, so that a new one exists before the old one ends. A
-- runner's token serves submitted and admitted versions. Only the SHA-256 of a token is stored. The
-- row of a revoked or expired token stays, so that a refusal can say why.
CREATE TABLE tokens (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope text NOT NULL CHECK (scope IN ('operator', 'owner', 'bot', 'runner')),
    owner_id bigint REFERENCES owners,
    version_id bigint REFERENCES bot_versions,
    hash bytea NOT NULL CONSTRAINT tokens_hash_unique UNIQUE CHECK (length(hash) = 32),
    label text NOT NULL DEFAULT '' CONSTRAINT tokens_label_length CHECK (length(label) <= 60),
    created timestamptz NOT NULL DEFAULT now(),
    expires timestamptz,
    used timestamptz,  -- to the minute
    revoked timestamptz,
    made_by bigint REFERENCES tokens,  -- null: the set-up
    CONSTRAINT tokens_of_somebody CHECK (
        (scope = 'owner') = (owner_id IS NOT NULL) AND (scope = 'bot') = (version_id IS NOT NULL)
    )
);

-- A token is looked up by eight bytes of its hash; the code compares all 32 in constant time.
CREATE INDEX tokens_looked_up ON tokens (substring(hash FROM 1 FOR 8));
CREATE INDEX tokens_of_owner ON tokens (owner_id);
CREATE INDEX tokens_of_version ON tokens (version_id);

-- The owner of each token. `ended`: why it is invalid; null while it is valid.
CREATE VIEW named_tokens AS
    SELECT t.*, coalesce(o.id, n.owner_id) AS whose_id, coalesce(o.name, n.owner) AS owner, n.bot,
        CASE WHEN t.revoked IS NOT NULL THEN 'revoked' WHEN t.expires <= now() THEN 'expired' END
            AS ended
    FROM tokens t LEFT JOIN owners o ON o.id = t.owner_id
    LEFT JOIN named_versions n ON n.id = t.version_id;

-- Sessions of the page and invites. Only the SHA-256 of a session's id or an invite's code is
-- stored.

-- A session ends with its token, without use, or some days after its start (the queries have the
-- times).
CREATE TABLE sessions (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    token_id bigint NOT NULL REFERENCES tokens,
    created timestamptz NOT NULL DEFAULT now(),
    used timestamptz NOT NULL DEFAULT now()  -- to the minute
);
CREATE INDEX sessions_of_token ON sessions (token_id, created);

-- An invite creates one owner, before it expires, unless the token that created it is revoked.
CREATE TABLE invites (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    created timestamptz NOT NULL DEFAULT now(),
    expires timestamptz NOT NULL,
    made_by bigint NOT NULL REFERENCES tokens,
    accepted timestamptz,
    owner_id bigint REFERENCES owners,
    CHECK ((accepted IS NULL) = (owner_id IS NULL))
);

-- Acts of operators, written before they start, and with their outcome after. Rows are kept for
-- good.
CREATE TABLE acts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    token_id bigint NOT NULL,  -- the operator's token, by id
    operation text NOT NULL,
    about text NOT NULL CHECK (length(about) <= 400),
    outcome text NOT NULL DEFAULT 'begun'  -- stays so if the outcome is unknown
);
CREATE INDEX acts_at ON acts (at);

-- Tournaments: variants, entrants and terms.

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
-- start_tournament, if its deals come from a beacon
-- the beacon's round has come, and the deals are drawn
-- no more claims, open tables play on
-- at the end of the tournament's last block
-- finished -> running           boards were added
-- any but finished -> cancelled  as paused, for good; closed boards stay and count
-- The rater numbers ended tournaments in `settled`: ratings are folded in that order.
CREATE TABLE tournaments (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT tournaments_name_unique UNIQUE
        CONSTRAINT tournaments_name_length CHECK (length(name) BETWEEN 1 AND 60),
    kind text NOT NULL DEFAULT 'round-robin' CONSTRAINT tournaments_kind
        CHECK (kind IN ('round-robin', 'gauntlet', 'swiss', 'ladder', 'gate')),
    pool text NOT NULL CHECK (pool IN ('trust', 'open', 'closed')),
    state text NOT NULL DEFAULT 'created'
        CHECK (state IN ('created', 'drawing', 'running', 'paused', 'finished', 'cancelled')),
    boards_each integer NOT NULL CHECK (boards_each > 0),
    -- For each line-up, beyond `boards_each`.
    extended integer NOT NULL DEFAULT 0 CHECK (extended >= 0),
    allow_same_owner boolean NOT NULL,
    -- The source of line-ups, their order and lots. Null, as `mix`, until the deals are drawn.
    schedule_seed text CONSTRAINT tournaments_seed_check CHECK (schedule_seed <> ''),
    move_us bigint NOT NULL CHECK (move_us > 0),
    bank_us bigint NOT NULL CHECK (bank_us >= 0),
    auto_single boolean NOT NULL,
    forfeit_after interval DEFAULT '1 day' CHECK (forfeit_after > '0'),  -- null: never
    priority integer NOT NULL DEFAULT 0
        CONSTRAINT tournaments_priority CHECK (priority BETWEEN -10 AND 10),
    -- Of a gauntlet: the first entrants.
    challengers integer NOT NULL DEFAULT 0 CHECK (challengers >= 0),
    -- Rounds that have their boards, and rounds in all; null: no end. Only a Swiss (rounds) and a
    -- ladder (batches) go beyond round 1; a ladder's later seasons begin without boards.
    round integer NOT NULL DEFAULT 1 CHECK (round >= 0),
    rounds integer DEFAULT 1,
    created timestamptz NOT NULL DEFAULT now(),
    settled bigint UNIQUE,
    -- Settled, and the rater has not undone that yet.
    reopened boolean NOT NULL DEFAULT false,
    -- The source of all secrets (docs/explanation/seeds.md), never published. Unique by its hash,
    -- since Postgres logs a repeated value.
    master bytea NOT NULL CONSTRAINT tournaments_master_check CHECK (length(master) >= 16),
    test_seed text CHECK (test_seed <> ''),  -- of a test: the source of the master
    secrets_root bytea NOT NULL CHECK (length(secrets_root) = 32),
    mix bytea CHECK (length(mix) = 32),  -- M on that page
    CONSTRAINT tournaments_settled CHECK (settled IS NULL OR state IN ('finished', 'cancelled')),
    CONSTRAINT tournaments_drawn CHECK ((mix IS NULL) = (schedule_seed IS NULL)
        AND (mix IS NOT NULL OR state IN ('created', 'drawing', 'cancelled'))),
    CONSTRAINT tournaments_check1 CHECK (rounds >= round)
);
CREATE UNIQUE INDEX tournaments_master_unique ON tournaments (sha256(master));
CREATE TRIGGER guard BEFORE UPDATE OF state ON tournaments
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'created>running', 'created>drawing', 'drawing>running', 'running>paused',
        'paused>running', 'running>finished', 'paused>finished', 'created>cancelled',
        'drawing>cancelled', 'running>cancelled', 'paused>cancelled', 'finished>running');

-- The format of a game on a scale: "hands 4", "game", "series 3".
CREATE FUNCTION format_of(options jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT concat_ws(' ', options #>> '{format,kind}',
        coalesce(options #>> '{format,count}', options #>> '{format,wins}'))
$$;

-- Tournaments with a test seed are a pool of their own.
CREATE FUNCTION pool_of(tournament tournaments) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN tournament.test_seed IS NULL THEN tournament.pool ELSE 'test' END
$$;

-- The variants of a tournament, with all options resolved and the rules revision.
CREATE TABLE tournament_variants (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL,
    variant text NOT NULL,
    family text NOT NULL,  -- the queue for its wake-ups
    options jsonb NOT NULL,
    revision integer NOT NULL,
    seats integer NOT NULL CHECK (seats >= 2),
    -- The seats of its side, with partners.
    seats_each integer NOT NULL DEFAULT 1 CHECK (seats_each >= 1),
    weight integer NOT NULL DEFAULT 0 CHECK (weight >= 0),  -- 0: none was given
    -- At 1 a board is one line-up in all its rotations. Above 1 it is played once at each of so
    -- many tables, which have different bots.
    tables_per_board integer NOT NULL DEFAULT 1 CHECK (tables_per_board >= 1),
    -- Boards in any state; `count_boards` maintains it.
    boards bigint NOT NULL DEFAULT 0 CHECK (boards >= 0),
    PRIMARY KEY (tournament_id, index),
    UNIQUE (tournament_id, variant)
);

-- The entrants, in the order of entry, which determines the schedule.
CREATE TABLE entrants (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    late boolean NOT NULL DEFAULT false,
    withdrawn timestamptz,
    PRIMARY KEY (tournament_id, index),
    UNIQUE (tournament_id, version_id)
);

-- The terms of a ladder (arena/league/schedules/ladder.py). `tables`: of a batch; 0: no limit.
CREATE TABLE ladders (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    tables integer NOT NULL CHECK (tables >= 0),
    least integer NOT NULL CHECK (least >= 0),
    longest integer NOT NULL CHECK (longest >= 1),
    -- The next season: a tournament with secrets of its own.
    next_id bigint UNIQUE REFERENCES tournaments
);

-- A gate is a tournament whose entrants are the new version, the old one, then the fillers. It gets
-- boards in rounds (arena/league/schedules/gate.py), and ends when it is decided.
CREATE TABLE gates (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    alpha float8 NOT NULL CHECK (alpha > 0 AND alpha < 0.5),
    beta float8 NOT NULL CHECK (beta > 0 AND beta < 0.5),
    deals integer NOT NULL CHECK (deals > 0),  -- maximum
    rounds integer NOT NULL DEFAULT 0,  -- rounds whose boards were added
    -- Deals before this one are in `gate_tallies`.
    judged integer NOT NULL DEFAULT 0 CHECK (judged <= deals),
    streak integer NOT NULL DEFAULT 0,  -- as in arena/league/gates/evidence.py
    decision text NOT NULL DEFAULT ''
        CHECK (decision IN ('', 'stronger', 'not stronger', 'undecided')),
    above float8 NOT NULL,  -- board Elo
    below float8 NOT NULL CHECK (above < below)
);
CREATE INDEX gates_open ON gates (tournament_id) WHERE decision = '';

-- The path of a gate's test: what bets on either side had won after so many deals.
CREATE TABLE gate_path (
    tournament_id bigint NOT NULL REFERENCES gates ON DELETE CASCADE,
    judged integer NOT NULL CHECK (judged > 0),
    stronger double precision NOT NULL,  -- natural logarithms
    not_stronger double precision NOT NULL,
    PRIMARY KEY (tournament_id, judged)
);

-- Challenges: gates that owners start against bots that are open to challenges.
CREATE TABLE challenges (
    tournament_id bigint PRIMARY KEY REFERENCES gates ON DELETE CASCADE,
    owner_id bigint NOT NULL REFERENCES owners,  -- the owner who asks
    opponent_id bigint NOT NULL REFERENCES bots
);

-- Secrets, and what they commit to (docs/explanation/seeds.md lists all derivations).

-- Boards that were added together, with seeds from one secret.
CREATE TABLE epochs (
    tournament_id bigint NOT NULL REFERENCES tournaments,
    index integer NOT NULL CHECK (index BETWEEN 0 AND 4094),  -- 4095 is the schedule's
    occasion text NOT NULL CHECK (occasion IN ('first', 'extension', 'late entry', 'round', 'batch',
        'deals')),
    terms jsonb NOT NULL DEFAULT '{}',  -- inputs of its line-ups other than settings and results
    first integer NOT NULL CHECK (first >= 0),  -- the number of its first board
    boards integer NOT NULL CHECK (boards > 0),
    opened timestamptz NOT NULL DEFAULT now(),
    root bytea NOT NULL CHECK (length(root) = 32),  -- over its boards
    signer bytea CHECK (length(signer) = 32),
    signature bytea CHECK (length(signature) = 64),
    PRIMARY KEY (tournament_id, index),
    CHECK ((signer IS NULL) = (signature IS NULL))
);
CREATE INDEX epochs_unsigned ON epochs (tournament_id, index) WHERE signature IS NULL;

-- Signing keys, Ed25519; a successor has a voucher from the key before.
CREATE TABLE signers (
    key bytea PRIMARY KEY CHECK (length(key) = 32),
    since timestamptz NOT NULL DEFAULT now(),
    before bytea REFERENCES signers,
    voucher bytea CHECK (length(voucher) = 64),
    CHECK ((before IS NULL) = (voucher IS NULL))
);

-- Tournaments whose deals are drawn from a public beacon. Signatures are checked before they are
-- stored.
CREATE TABLE beacons (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    chain bytea NOT NULL CHECK (length(chain) = 32),  -- its hash
    started timestamptz,  -- start of the tournament
    round bigint CHECK (round > 0),
    signer bytea CHECK (length(signer) = 32),
    signature bytea CHECK (length(signature) = 64),
    round_signature bytea CHECK (length(round_signature) = 48),
    CHECK (num_nulls(round, signer, signature) IN (0, 3)),
    CHECK (started IS NOT NULL OR round IS NULL),
    CHECK (round IS NOT NULL OR round_signature IS NULL)
);
CREATE INDEX beacons_unsigned ON beacons (tournament_id)
    WHERE started IS NOT NULL AND signature IS NULL;

-- The source of deals: "operator" (committed secrets), "beacon" (secrets and a public beacon) or
-- "undrawn".
CREATE FUNCTION deals_of(t tournaments) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN t.mix IS NULL THEN 'undrawn'
        WHEN EXISTS (SELECT FROM beacons b WHERE b.tournament_id = t.id) THEN 'beacon'
        ELSE 'operator' END
$$;

-- Blocks, boards, games, journals: play by workers, and its results.

-- owed -> leased       claim: lease_number + 1, attempts + 1, seats taken
-- leased -> leased     claim of an expired lease (lease_number + 1), or renew (same number)
-- leased -> owed       release (attempts - 1), failed below the limit, finish after a void
-- leased -> done       finish, with the last open board
-- leased, owed -> failed   at the limit of attempts
-- failed -> owed       retry_blocks
-- the block will not be played
-- Only the holder of a leased block's current lease may renew, finish, void, release or fail it,
-- also after the end of the lease as long as nobody else has claimed the block.
CREATE TABLE blocks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    round integer NOT NULL DEFAULT 1 CHECK (round >= 1),
    line_up bigint[] NOT NULL,  -- all versions of its boards, in no particular order
    state text NOT NULL DEFAULT 'owed' CHECK (state IN ('owed', 'leased', 'done', 'failed')),
    lease_number bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    worker text,
    lease_until timestamptz,
    not_before timestamptz NOT NULL DEFAULT '-infinity',  -- a block that failed waits until then
    passed_since timestamptz,  -- since then younger blocks have been claimed before this one
    traceback text,  -- of the last failure
    claimed timestamptz,  -- time of the last claim
    tables integer CHECK (tables > 0),  -- tables at which that worker may play it at once
    played interval,  -- duration, if it was played without a break
    epoch integer NOT NULL DEFAULT 0 CHECK (epoch >= 0),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants,
    CONSTRAINT blocks_lease CHECK ((state = 'leased') = (lease_until IS NOT NULL)),
    CONSTRAINT blocks_failed_why CHECK (state <> 'failed' OR traceback IS NOT NULL),
    CONSTRAINT blocks_worker CHECK (state <> 'leased' OR worker IS NOT NULL)
);
-- Open blocks by age. The expression `id + 0` keeps other indexes out: the planner would read a
-- year's blocks from the first on, since it cannot know that only the last ones are open.
CREATE INDEX blocks_open ON blocks (tournament_id, (id + 0)) WHERE state IN ('owed', 'leased');
CREATE INDEX blocks_passed_over ON blocks ((id + 0))
    WHERE state IN ('owed', 'leased') AND passed_since IS NOT NULL;
CREATE INDEX blocks_of_epoch ON blocks (tournament_id, epoch) WHERE state <> 'done';
CREATE INDEX blocks_unfinished ON blocks (tournament_id) WHERE state <> 'done';
CREATE INDEX blocks_leased ON blocks (tournament_id) WHERE state = 'leased';
CREATE INDEX blocks_claimed ON blocks (tournament_id, claimed) WHERE claimed IS NOT NULL;
CREATE INDEX blocks_failed ON blocks (tournament_id) WHERE state = 'failed';
CREATE TRIGGER guard BEFORE UPDATE OF state ON blocks
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'owed>leased', 'leased>owed', 'leased>done', 'leased>failed', 'owed>failed',
        'failed>owed', 'owed>done', 'failed>done');

CREATE FUNCTION guard_lease_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.lease_number < OLD.lease_number
        OR (OLD.state <> 'leased' AND NEW.state = 'leased'
            AND NEW.lease_number = OLD.lease_number) THEN
        RAISE EXCEPTION 'block %: a lease needs a new number', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_lease_number BEFORE UPDATE ON blocks
    FOR EACH ROW EXECUTE FUNCTION guard_lease_number();

-- Whether a block could be claimed now.
CREATE FUNCTION is_waiting(b blocks) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT (b.state = 'owed' AND b.not_before <= now())
        OR (b.state = 'leased' AND b.lease_until <= now())
$$;

-- Seats of a leased block. They count until its lease ends.
CREATE TABLE block_seats (
    block_id bigint NOT NULL REFERENCES blocks,
    version_id bigint NOT NULL REFERENCES bot_versions,
    seats integer NOT NULL CHECK (seats > 0),
    PRIMARY KEY (block_id, version_id)
);
CREATE INDEX block_seats_of_version ON block_seats (version_id);

-- owed -> playing     claim of its block
-- playing -> owed     release or failure of its block, or void (attempt + 1, new seed, no games)
-- playing -> closed   finish: all its games have results; after that only `rated` changes
-- a bot withdrew before the board began
-- playing -> cancelled   its eighth void: a board has eight seeds
-- owed -> forfeited   by the absent bots
CREATE TABLE boards (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament_id bigint NOT NULL REFERENCES tournaments,
    number integer NOT NULL CHECK (number >= 0),  -- in schedule order
    block_id bigint NOT NULL REFERENCES blocks,
    -- Versions in circular order: rotation r puts player j at seat (j + r) mod n. At several tables
    -- they go seat by seat: index s * tables + t (from 0) sits in seat s of table t.
    line_up bigint[] NOT NULL,
    seed bytea NOT NULL CHECK (length(seed) = 32),
    commitment bytea NOT NULL CHECK (commitment = sha256(seed)),
    attempt integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    state text NOT NULL DEFAULT 'owed'
        CHECK (state IN ('owed', 'playing', 'closed', 'cancelled', 'forfeited')),
    rated boolean NOT NULL DEFAULT false CHECK (state = 'closed' OR NOT rated),
    absent bigint[] CHECK ((state = 'forfeited') = (absent IS NOT NULL)),
    -- With pairs in the line-up: the sitters at each side's first seat, then at the second
    -- (arena/league/pairs.py).
    sitting bigint[] CHECK (cardinality(sitting) = 2 * cardinality(line_up)),
    tables_per_board smallint NOT NULL DEFAULT 1
        CHECK (tables_per_board >= 1 AND cardinality(line_up) % tables_per_board = 0),
    -- A gate's deal has two boards with one seed, `new` and `old`, or one where the versions meet.
    deal integer CHECK (deal >= 0),
    side text NOT NULL DEFAULT '' CHECK (side IN ('', 'new', 'old')),
    -- The score of a closed board, as BoardScore (arena/league/ratings/boards.py): lists go with
    -- the line-up, `halves` with its pairs.
    halves smallint[],
    points bigint[],
    infractions integer[],
    -- Half points that each seat (or side) took off all others over the board's rotations. Null at
    -- several tables, which have different bots.
    seat_halves smallint[],
    UNIQUE (tournament_id, number),
    CONSTRAINT boards_of_gates CHECK (side = '' OR deal IS NOT NULL),
    CONSTRAINT boards_whole_score CHECK (
        num_nulls(halves, points, infractions) = CASE state WHEN 'closed' THEN 0 ELSE 3 END
        AND (halves IS NULL OR (cardinality(points) = cardinality(line_up)
            AND cardinality(infractions) = cardinality(line_up)
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
-- For lists of infractions. The expression has statistics: without them the planner assumed
-- infractions on one board in three.
CREATE INDEX boards_with_infractions ON boards (tournament_id, number)
    WHERE state = 'closed' AND cardinality(array_remove(infractions, 0)) > 0;
CREATE STATISTICS boards_infractions ON (cardinality(array_remove(infractions, 0))) FROM boards;
CREATE TRIGGER guard BEFORE UPDATE OF state ON boards
    FOR EACH ROW EXECUTE FUNCTION guard_state(
        'owed>playing', 'playing>owed', 'playing>closed', 'owed>cancelled', 'owed>forfeited',
        'playing>cancelled');

-- Boards are added and deleted many at a time, with their tournament locked.
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

-- Whether cards, seed and record are public: not as long as the same deal may still be played.
CREATE FUNCTION is_public(b boards) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT b.state = 'closed' AND (b.side = '' OR NOT EXISTS (
        SELECT FROM boards o JOIN blocks k ON k.id = o.block_id
        WHERE o.tournament_id = b.tournament_id AND o.deal = b.deal AND o.deal IS NOT NULL
        AND o.state IN ('owed', 'playing') AND k.state <> 'done'))
$$;

-- The sitter of a seat (from 1) of a rotation or a table before a draw.
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

-- The member of a board's line-up that a version sits for.
CREATE FUNCTION entrant_of(line_up bigint[], sitting bigint[], version_id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN sitting IS NULL THEN version_id
        ELSE line_up[mod(array_position(sitting, version_id) - 1, cardinality(line_up)) + 1] END
$$;

-- Commitments of voided boards; their seeds are published with the last one.
CREATE TABLE voids (
    board_id bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
    attempt integer NOT NULL CHECK (attempt >= 0),
    seed bytea NOT NULL CHECK (length(seed) = 32),
    commitment bytea NOT NULL CHECK (commitment = sha256(seed)),
    reason text NOT NULL,
    voided timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (board_id, attempt)
);

-- A secret is public when each block of its epoch has ended. A claim may be taking an owed block,
-- whatever its tournament's state: the sweep ends blocks of cancelled and decided ones.
CREATE FUNCTION is_over(e epochs) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT NOT EXISTS (SELECT FROM blocks k
        WHERE k.tournament_id = e.tournament_id AND k.epoch = e.index AND k.state <> 'done')
$$;

-- Games, in partitions of a million boards each, by age. Writes, vacuum and indexes of one day
-- concern the last partition. A partition can be moved to a file and back
-- (docs/how-to/operations.md).

CREATE SEQUENCE game_ids AS bigint;

-- One row for each (board, rotation or table, attempt), so that each result has one row.
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
    elapsed_s integer[] NOT NULL DEFAULT '{}',  -- after each hand; empty without a clock
    charges bytea NOT NULL DEFAULT '',  -- by decision, varints (arena/rules/records/thinking.py)
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

CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON games FOR EACH ROW WHEN (OLD.ended IS NOT NULL)
    EXECUTE FUNCTION refuse_change('it is over: its result stands');

CREATE FUNCTION part_of(board bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT board / 1000000
$$;

-- Attaches partition `part`: a table of that name with its rows, or an empty new one.
CREATE FUNCTION attach_part(part bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE IF NOT EXISTS games_%s (LIKE games INCLUDING ALL)', part);
    EXECUTE format('ALTER TABLE games ATTACH PARTITION games_%s FOR VALUES FROM (%s) TO (%s)',
        part, part * 1000000, (part + 1) * 1000000);
END $$;

-- Creates the missing partitions from that of the newest board to the third after it. Returns false
-- if another session blocked it; the next call tries again.
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

-- Partitions in files (arena/store/play/archive.py), and the tournaments of their games.
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

-- Journals, written by workers about once a second. Each piece of a game, in order of id, replaces
-- the earlier ones from action `start` on; `upto` = start + actions in the piece.
CREATE TABLE journal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    board_id bigint NOT NULL,
    game_id bigint NOT NULL,
    lease_number bigint NOT NULL,
    start integer NOT NULL CHECK (start >= 0),
    upto integer NOT NULL CHECK (upto >= start),
    actions bytea NOT NULL,
    state bytea NOT NULL,  -- JSON
    clean boolean NOT NULL,
    charges bytea NOT NULL DEFAULT '',
    CONSTRAINT journal_game FOREIGN KEY (board_id, game_id) REFERENCES games (board_id, id)
        ON DELETE CASCADE
);
CREATE INDEX journal_of_game ON journal (game_id, id);

-- The evidence of each timeout (docs/explanation/infractions.md): the infraction of the same game,
-- hand, decision and seat. Times in microseconds. Stored with the decision's piece of the journal.
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

-- Spilled answers that no journal has, of seats whose worker is gone: their gateway may also be
-- gone when another worker comes. Old rows are deleted with the next write.
CREATE TABLE spilled_answers (
    seat_id bigint NOT NULL,
    lease_number bigint NOT NULL,  -- of the worker that is gone
    gateway text NOT NULL,  -- its link address
    columnar boolean NOT NULL,
    -- The current opening of the seat, and the first opening from which on nothing is missing: a
    -- worker that returns may receive more than was spilled meanwhile.
    opening integer NOT NULL DEFAULT 0,
    since integer NOT NULL DEFAULT 0,
    answers bytea NOT NULL,  -- a SeatOpened of link.proto with all answers of the seat
    written timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (seat_id, lease_number, gateway, opening)
);
CREATE INDEX spilled_answers_written ON spilled_answers (written);

-- Presence: gateways, connected bots and their free seats, workers; absences and infractions.

-- Each gateway renews its row every 2 s; after 10 s it counts as gone.
CREATE TABLE gateways (
    id text PRIMARY KEY,
    link_address text NOT NULL,
    seen timestamptz NOT NULL,
    lag float8 NOT NULL DEFAULT 0  -- share of the last seconds for which its loop blocked, 0..1
);

CREATE TABLE instances (
    gateway_id text NOT NULL REFERENCES gateways ON DELETE CASCADE,
    version_id bigint NOT NULL REFERENCES bot_versions,
    instance text NOT NULL,
    max_seats integer NOT NULL CHECK (max_seats > 0),
    variants text[] NOT NULL,
    columnar boolean NOT NULL DEFAULT false,  -- its blocks are claimed together: batches grow
    PRIMARY KEY (gateway_id, version_id, instance)
);
CREATE INDEX instances_of_version ON instances (version_id);

-- An instance that has just moved to another gateway counts once, at the newer one.
CREATE VIEW live_instances AS
    SELECT DISTINCT ON (i.version_id, i.instance)
        i.version_id, i.instance, i.gateway_id, i.max_seats, i.variants, i.columnar
    FROM instances i JOIN gateways g ON g.id = i.gateway_id
    WHERE g.seen > now() - interval '10 seconds'
    ORDER BY i.version_id, i.instance, g.seen DESC;

-- Each worker process renews its row with its sweeps. `blocks` has its leases.
CREATE TABLE workers (
    name text PRIMARY KEY,
    seen timestamptz NOT NULL
);

CREATE VIEW live_workers AS SELECT name FROM workers WHERE seen > now() - interval '15 seconds';

-- Counts of infractions (docs/explanation/infractions.md): gateways add theirs every 2 s, results
-- add those of their games.
CREATE TABLE infractions (
    version_id bigint NOT NULL REFERENCES bot_versions,
    infraction text NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    last timestamptz NOT NULL,
    PRIMARY KEY (version_id, infraction)
);

-- Minutes in which a version kept others waiting.
CREATE TABLE strikes (
    version_id bigint NOT NULL REFERENCES bot_versions,
    minute timestamptz NOT NULL,
    infraction text NOT NULL,
    PRIMARY KEY (version_id, minute)
);

-- The last suspension of each version.
CREATE TABLE suspensions (
    version_id bigint PRIMARY KEY REFERENCES bot_versions,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    infraction text NOT NULL,
    times integer NOT NULL CHECK (times > 0)  -- one after another
);

-- Absence of a bot in a running tournament, without times when no gateway was alive.
CREATE TABLE away (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    counted interval NOT NULL DEFAULT '0',
    looked timestamptz NOT NULL DEFAULT now(),
    checked timestamptz,
    PRIMARY KEY (tournament_id, variant_index, version_id),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
CREATE INDEX away_of_version ON away (version_id);

-- Seats that a version offers for tables of a variant. A suspended one offers none.
CREATE VIEW offered_seats AS
    SELECT i.version_id, v.variant, sum(i.max_seats) AS capacity
    FROM live_instances i
    CROSS JOIN LATERAL (SELECT DISTINCT unnest(i.variants) AS variant) v
    WHERE NOT EXISTS (
        SELECT FROM suspensions s WHERE s.version_id = i.version_id AND s.until > now())
    GROUP BY 1, 2;

-- The same with free seats. Seats of a dead worker's block stay taken at the gateways: for a minute
-- no other block gets them.
CREATE VIEW free_seats AS
    SELECT o.version_id, o.variant, o.capacity, o.capacity - coalesce(t.seats, 0) AS free
    FROM offered_seats o LEFT JOIN (
        SELECT s.version_id, sum(s.seats) AS seats
        FROM block_seats s JOIN blocks b ON b.id = s.block_id
        WHERE b.state = 'leased' AND b.lease_until > now() - interval '1 minute' GROUP BY 1
    ) t ON t.version_id = o.version_id;

-- The same for given versions and the block *own*, whose seats count as free. Planned once, and
-- read by index. A pair has two seats of its side for each that both its members have.
CREATE FUNCTION seats_of(versions bigint[], asked text, own bigint DEFAULT 0)
RETURNS SETOF free_seats LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY SELECT o.version_id, o.variant, o.capacity, o.capacity - coalesce((
            SELECT sum(s.seats) FROM block_seats s
            WHERE s.version_id = o.version_id AND s.block_id <> own
                AND (SELECT b.lease_until FROM blocks b WHERE b.id = s.block_id)
                    > now() - interval '1 minute'
        ), 0)
        FROM offered_seats o WHERE o.variant = asked AND o.version_id = ANY (versions);
    IF EXISTS (SELECT FROM pairs p WHERE p.version_id = ANY (versions)) THEN
        RETURN QUERY SELECT p.version_id, asked, 2 * min(f.capacity), 2 * min(f.free)
            FROM pairs p
            CROSS JOIN LATERAL seats_of(ARRAY[p.first_id, p.second_id], asked, own) f
            WHERE p.version_id = ANY (versions) GROUP BY p.version_id HAVING count(*) = 2;
    END IF;
END $$;

-- The variants of running tournaments, with the number of connected versions that offer enough
-- seats for a table, and of those that have so many free.
CREATE VIEW running_variants AS
    SELECT v.tournament_id, v.index,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.capacity >= v.seats_each), '{}')
            || CASE v.seats_each WHEN 2 THEN pairs_among(array_agg(f.version_id)) END AS present,
        coalesce(array_agg(f.version_id) FILTER (WHERE f.free >= v.seats_each), '{}')
            || CASE v.seats_each WHEN 2
                THEN pairs_among(array_agg(f.version_id) FILTER (WHERE f.free > 0)) END AS free,
        v.family, t.priority
    FROM tournament_variants v
    JOIN tournaments t ON t.id = v.tournament_id AND t.state = 'running'
    JOIN free_seats f ON f.variant = v.variant
    GROUP BY v.tournament_id, v.index, t.priority;

-- Absent versions in running tournaments, by variant; a pair is absent if one of its members is.
CREATE VIEW absent_entrants AS
    SELECT DISTINCT e.tournament_id, v.index AS variant_index, e.version_id
    FROM entrants e JOIN tournaments t ON t.id = e.tournament_id AND t.state = 'running'
    JOIN tournament_variants v ON v.tournament_id = t.id
    JOIN sitters s ON s.version_id = e.version_id
    LEFT JOIN free_seats f ON f.version_id = s.sitter_id AND f.variant = v.variant
        AND f.capacity >= coalesce(s.seats, v.seats_each)
    WHERE f.version_id IS NULL;

-- The last call of any runner, in one row: without runners nobody checks bundles.
CREATE TABLE runner_looks (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    seen timestamptz NOT NULL
);

-- The next block to claim. The cost of a claim does not grow with connected bots or open blocks:
-- it looks at the oldest blocks, and only at the seats of their bots.

-- Running tournaments in the order of claims: the highest priority first. Equal ones are in the
-- order of fewest tables under play, then of the longest wait.
CREATE VIEW tournaments_in_turn AS
    SELECT t.id, row_number() OVER (
        ORDER BY t.priority DESC, playing.tables, playing.last NULLS FIRST, t.id) AS place
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT coalesce((SELECT sum(k.tables) FROM blocks k WHERE k.tournament_id = t.id
                AND k.state = 'leased' AND k.lease_until > now()), 0) AS tables,
            (SELECT max(k.claimed) FROM blocks k
                WHERE k.tournament_id = t.id AND k.claimed IS NOT NULL) AS last
    ) playing
    WHERE t.state = 'running';

-- Blocks of a tournament that nobody plays, for `able_blocks`.
CREATE FUNCTION waiting_blocks(
    tournament bigint, families text[], passed bigint[], keeper bigint, kept bigint[],
    behind bigint, below bigint, noted_too boolean
) RETURNS TABLE (
    id bigint, tournament_id bigint, line_up bigint[], variant_index integer, variant text,
    seats_each integer
) LANGUAGE sql STABLE AS $$
    SELECT b.id, b.tournament_id, b.line_up, v.index, v.variant, v.seats_each
    FROM blocks b JOIN tournament_variants v
        ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    WHERE b.tournament_id = tournament AND b.state IN ('owed', 'leased')
        AND b.id + 0 > behind AND b.id + 0 < below AND is_waiting(b)
        AND (families IS NULL OR v.family = ANY (families))
        AND b.id <> ALL (passed) AND (noted_too OR b.passed_since IS NULL)
        AND (keeper IS NULL OR b.id = keeper OR NOT b.line_up && kept)
$$;

-- The oldest such blocks whose bots all have the seats of a table: free seats or, with `taken_too`,
-- any. Only some families of variants, or (null) all; none of `passed`; older than `below`; unless
-- `noted_too`, none that was passed over before; none with a bot in `kept`, whose seats are kept
-- for the block `keeper`. It looks at a few blocks and only at the seats of their bots, then at
-- some more, and then at all. The settings make the planner read by age: it cannot know how many
-- bots are connected, and would sort all owed blocks. Free seats are materialized: the planner
-- would count them again for each block.
CREATE FUNCTION able_blocks(
    tournament bigint, families text[], passed bigint[], keeper bigint, kept bigint[],
    below bigint, noted_too boolean, taken_too boolean, most integer
) RETURNS SETOF bigint LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    size integer;
    behind bigint := 0;
    seen integer;
    last bigint;
    able bigint[];
BEGIN
    FOREACH size IN ARRAY ARRAY[most, 8 * most] LOOP
        WITH waiting AS MATERIALIZED (
            SELECT * FROM waiting_blocks(
                tournament, families, passed, keeper, kept, behind, below, noted_too) w
            ORDER BY w.tournament_id, w.id + 0 LIMIT size
        ), wanted AS (
            SELECT w.variant, w.seats_each, array_agg(DISTINCT p.version_id) AS versions
            FROM waiting w CROSS JOIN LATERAL unnest(w.line_up) AS p (version_id) GROUP BY 1, 2
        ), roomy AS MATERIALIZED (
            SELECT w.variant, array_agg(f.version_id) AS versions
            FROM wanted w CROSS JOIN LATERAL seats_of(w.versions, w.variant) f
            WHERE CASE WHEN taken_too THEN f.capacity ELSE f.free END >= w.seats_each GROUP BY 1
        )
        SELECT count(*), max(w.id),
            coalesce(array_agg(w.id ORDER BY w.id) FILTER (WHERE w.line_up <@ r.versions), '{}')
        INTO seen, last, able FROM waiting w LEFT JOIN roomy r ON r.variant = w.variant;
        RETURN QUERY SELECT unnest(able[:most]);
        most := most - cardinality(able);
        IF most <= 0 OR seen < size THEN
            RETURN;
        END IF;
        behind := last;
    END LOOP;
    RETURN QUERY WITH all_roomy AS MATERIALIZED (
        SELECT v.index, CASE WHEN taken_too THEN v.present ELSE v.free END AS versions
        FROM running_variants v WHERE v.tournament_id = tournament
    )
    SELECT w.id FROM waiting_blocks(
            tournament, families, passed, keeper, kept, behind, below, noted_too) w
        JOIN all_roomy r ON r.index = w.variant_index WHERE w.line_up <@ r.versions
        ORDER BY w.tournament_id, w.id + 0 LIMIT most;
END $$;

-- The oldest block that has been passed over for a minute although its bots are connected: it keeps
-- their seats when they become free, so that no block starves.
CREATE FUNCTION patient_block(OUT id bigint, OUT line_up bigint[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
    old record;
BEGIN
    FOR old IN
        SELECT b.id, b.line_up, v.variant, v.seats_each
        FROM blocks b JOIN tournaments t ON t.id = b.tournament_id AND t.state = 'running'
        JOIN tournament_variants v
            ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
        WHERE b.state IN ('owed', 'leased') AND b.passed_since <= now() - interval '60 seconds'
            AND is_waiting(b) ORDER BY b.id + 0
    LOOP
        IF old.line_up <@ ARRAY(
            SELECT f.version_id FROM seats_of(old.line_up, old.variant) f
            WHERE f.capacity >= old.seats_each)
        THEN
            id := old.id;
            line_up := old.line_up;
            RETURN;
        END IF;
    END LOOP;
END $$;

-- Blocks of dead workers, oldest first, whose bots have their seats.
CREATE FUNCTION interrupted_blocks(families text[], passed bigint[], most integer)
RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    SELECT b.id FROM blocks b
    JOIN tournaments t ON t.id = b.tournament_id AND t.state = 'running'
    JOIN tournament_variants v ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    WHERE b.state = 'leased' AND b.lease_until <= now() AND b.id <> ALL (passed)
        AND (families IS NULL OR v.family = ANY (families))
        AND b.line_up <@ ARRAY(
            SELECT f.version_id FROM seats_of(b.line_up, v.variant, b.id) f
            WHERE f.free >= v.seats_each)
    ORDER BY b.id + 0 LIMIT most
$$;

-- The first blocks that can be claimed now. Interrupted ones come first, as their bots wait in a
-- game. Then tournaments take turns, and each gives its blocks by age. A loop, so that later
-- tournaments are not read. A patient block keeps the seats of its pairs' members too.
CREATE FUNCTION next_blocks(families text[], passed bigint[], most integer)
RETURNS TABLE (id bigint, place bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
    turn record;
    patient record;
    found_now integer;
BEGIN
    RETURN QUERY SELECT i.id, 0::bigint FROM interrupted_blocks(families, passed, most) AS i (id);
    GET DIAGNOSTICS found_now = ROW_COUNT;
    most := most - found_now;
    IF most <= 0 THEN
        RETURN;
    END IF;
    SELECT p.id, CASE WHEN p.id IS NOT NULL THEN sharing(p.line_up) END AS kept
    INTO patient FROM patient_block() p;
    FOR turn IN SELECT t.id, t.place FROM tournaments_in_turn t ORDER BY t.place LOOP
        RETURN QUERY SELECT a.id, turn.place
            FROM able_blocks(turn.id, families, passed, patient.id, patient.kept,
                9223372036854775807, true, false, most) AS a (id);
        GET DIAGNOSTICS found_now = ROW_COUNT;
        most := most - found_now;
        EXIT WHEN most <= 0;
    END LOOP;
END $$;

-- Locks the first of these blocks that no other session claims; null without one.
CREATE FUNCTION lock_next_block(families text[], passed bigint[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    most integer := 2;
    candidates bigint[];
    locked bigint;
BEGIN
    LOOP
        candidates := ARRAY(
            SELECT n.id FROM next_blocks(families, passed, most) n ORDER BY n.place, n.id);
        SELECT b.id INTO locked
        FROM unnest(candidates) WITH ORDINALITY AS c (id, place) JOIN blocks b ON b.id = c.id
        WHERE is_waiting(b) ORDER BY c.place LIMIT 1 FOR UPDATE OF b SKIP LOCKED;
        IF locked IS NOT NULL OR cardinality(candidates) < most THEN
            RETURN locked;
        END IF;
        most := most * 8;
    END LOOP;
END $$;

-- The oldest block with connected bots that this claim passes over for the first time: an older one
-- of the same priority, or any of a lower one.
CREATE FUNCTION passed_over(other bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT min(a.id) FROM tournaments t JOIN (
        SELECT o.priority FROM tournaments o JOIN blocks k ON k.tournament_id = o.id
        WHERE k.id = other
    ) o ON true
    CROSS JOIN LATERAL able_blocks(t.id, NULL, '{}', NULL, NULL,
        CASE WHEN t.priority < o.priority THEN 9223372036854775807 ELSE other END,
        false, true, 1) AS a (id)
    WHERE t.state = 'running'
$$;

-- Sums of closed boards: Elo, tables, luck. A board is counted in the transaction that marks it as
-- rated (a gate's deal when `judged` is raised), so each sum has it once.

-- Live Elo tables. `settled_*`: after all settled tournaments, folded in their order and, in each,
-- in schedule order. `elo` and `boards` continue from there over the closed boards of the others.
CREATE TABLE ratings (
    variant text NOT NULL,
    revision integer NOT NULL,
    pool text NOT NULL,
    format text NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    elo float8 NOT NULL,
    boards integer NOT NULL,
    settled_elo float8 NOT NULL,
    settled_boards integer NOT NULL,
    PRIMARY KEY (variant, revision, pool, format, version_id),
    CHECK (boards >= settled_boards)
);

-- The effect of each settled tournament on Elo, for receipts.
CREATE TABLE elo_steps (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    boards integer NOT NULL CHECK (boards > 0),
    elo_before float8 NOT NULL,
    elo_after float8 NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, version_id),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
CREATE INDEX elo_steps_of_version ON elo_steps (version_id);

-- Closed boards by line-up, for standings and official tables (arena/league/ratings/tally.py).
CREATE TABLE tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    players bigint[] NOT NULL,  -- versions, ascending
    boards integer NOT NULL CHECK (boards > 0),
    halves bigint[] NOT NULL,
    squares bigint[] NOT NULL,
    products bigint[] NOT NULL,
    points bigint[] NOT NULL,
    infractions bigint[] NOT NULL,
    -- Sums over blocks.
    blocks integer NOT NULL,
    block_boards bigint NOT NULL,
    block_halves bigint[] NOT NULL,
    block_squares bigint[] NOT NULL,
    block_products bigint[] NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, players),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
-- For head to head: the line-ups with both players.
CREATE INDEX tallies_of_players ON tallies USING gin (players);

-- The effect of the seat (arena/league/findings/seat_effects.py).
CREATE TABLE seat_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    boards integer NOT NULL CHECK (boards > 0),
    halves bigint[] NOT NULL,
    squares bigint[] NOT NULL,
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- Scores of each bot from each seat, or side. `halves`: half points won from all others;
-- `squares`: sum over games of their squares. Results never change, so a rebuild keeps these sums.
CREATE TABLE seat_scores (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    seat integer NOT NULL CHECK (seat >= 0),
    games integer NOT NULL CHECK (games > 0),
    halves bigint NOT NULL,
    squares bigint NOT NULL,
    points bigint NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, version_id, seat),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- The memory test: scores when a deal is met first and last. `squares`: sum over boards of (last -
-- first) squared.
CREATE TABLE memory_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    first_seat integer NOT NULL CHECK (first_seat >= 0),
    last_seat integer NOT NULL CHECK (last_seat >= 0),
    boards integer NOT NULL CHECK (boards > 0),
    first bigint NOT NULL,
    last bigint NOT NULL,
    squares bigint NOT NULL,
    PRIMARY KEY (tournament_id, variant_index, version_id, first_seat, last_seat),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- Every seat of every game of a closed board. At rank r of n, with e others at the same rank, it
-- wins 2 (n - r) - e half points. At several tables it wins them from the others in the same seat
-- with the same cards. Scores of members are scores of their pair.
CREATE VIEW scored_seats AS
    SELECT b.id AS board_id, b.tournament_id, k.variant_index,
        entrant_of(b.line_up, b.sitting, g.seated[s.seat + 1]) AS version_id, s.seat,
        CASE WHEN b.tables_per_board = 1
            THEN 2 * (s.seats - g.ranks[s.seat + 1])
                - cardinality(array_positions(g.ranks[1:s.seats], g.ranks[s.seat + 1])) + 1
            ELSE (SELECT sum(1 + (g.scores[s.seat + 1] > o.scores[s.seat + 1])::integer
                    - (g.scores[s.seat + 1] < o.scores[s.seat + 1])::integer)::integer
                FROM games o WHERE o.board_id = b.id AND o.attempt = b.attempt AND o.id <> g.id)
        END AS halves,
        g.scores[s.seat + 1] AS points, g.rotation, s.seats - 1 AS last_rotation, b.tables_per_board
    FROM boards b JOIN blocks k ON k.id = b.block_id
    JOIN games g ON g.board_id = b.id AND g.attempt = b.attempt
    CROSS JOIN LATERAL (
        SELECT seat, cardinality(b.line_up) / b.tables_per_board AS seats
        FROM generate_series(0, cardinality(b.line_up) / b.tables_per_board - 1) AS seat
    ) s
    WHERE b.state = 'closed';

-- For boards at one table, where a bot meets a deal again: each bot's seats in the first and in the
-- last rotation, and the half points it won there from all others.
CREATE VIEW first_and_last AS
    SELECT board_id, tournament_id, variant_index, version_id,
        min(seat) FILTER (WHERE rotation = 0) AS first_seat,
        min(seat) FILTER (WHERE rotation > 0) AS last_seat,
        sum(halves) FILTER (WHERE rotation = 0) AS first,
        sum(halves) FILTER (WHERE rotation > 0) AS last
    FROM scored_seats WHERE tables_per_board = 1 AND (rotation = 0 OR rotation = last_rotation)
    GROUP BY 1, 2, 3, 4;

-- arena/league/gates/evidence.py explains the numbers.
CREATE TABLE gate_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    deals integer NOT NULL,
    new bigint NOT NULL,
    old bigint NOT NULL,
    runs integer NOT NULL, last_sign smallint NOT NULL,
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- Blocks of a variant by the number of deals that count, the difference of half points, new less
-- old, and the cap; `gate_tallies` has the sums.
CREATE TABLE gate_blocks (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    deals integer NOT NULL CHECK (deals > 0),
    total integer NOT NULL,
    cap smallint NOT NULL,
    blocks bigint NOT NULL CHECK (blocks > 0),
    PRIMARY KEY (tournament_id, variant_index, deals, total, cap),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- Boards with their variant and epoch.
CREATE VIEW variant_boards AS
    SELECT b.*, is_public(b) AS is_public, k.variant_index, k.round, k.epoch, v.variant, v.revision,
        v.options
    FROM boards b JOIN blocks k ON k.id = b.block_id
    JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index;

-- Variants of tournaments with their scales. Official tables leave out tests.
CREATE VIEW scaled_variants AS
    SELECT t.id AS tournament_id, v.index, v.variant, v.revision, pool_of(t) AS pool,
        format_of(v.options) AS format, t.kind, t.test_seed IS NOT NULL AS is_test
    FROM tournaments t JOIN tournament_variants v ON v.tournament_id = t.id;

-- The progress of each tournament, without reading each of its boards. Rated closed boards are in
-- `seat_tallies` (several tables: in `tallies`); others have an index. Gates have no tallies, and
-- are short.
CREATE VIEW board_counts AS
    SELECT t.id AS tournament_id, made.boards - gone.boards AS boards,
        made.games - gone.games AS games, gone.cancelled, gone.forfeited,
        CASE t.kind WHEN 'gate' THEN (SELECT count(*) FROM boards b
                WHERE b.tournament_id = t.id AND b.state = 'closed')
            ELSE CASE t.pool
                WHEN 'open' THEN (SELECT coalesce(sum(y.boards), 0)::bigint
                    FROM tallies y WHERE y.tournament_id = t.id)
                ELSE (SELECT coalesce(sum(s.boards), 0)::bigint
                    FROM seat_tallies s WHERE s.tournament_id = t.id) END
                + (SELECT count(*) FROM boards b
                    WHERE b.tournament_id = t.id AND b.state = 'closed' AND NOT b.rated)
            END AS closed
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT coalesce(sum(v.boards), 0)::bigint AS boards,
            coalesce(sum(v.boards * CASE v.tables_per_board
                WHEN 1 THEN v.seats / v.seats_each ELSE v.tables_per_board END), 0)::bigint AS games
        FROM tournament_variants v WHERE v.tournament_id = t.id
    ) made CROSS JOIN LATERAL (
        SELECT count(*) AS boards,
            coalesce(sum(CASE b.tables_per_board
                WHEN 1 THEN cardinality(b.line_up) ELSE b.tables_per_board END), 0)::bigint
                AS games,
            count(*) FILTER (WHERE b.state = 'cancelled') AS cancelled,
            count(*) FILTER (WHERE b.state = 'forfeited') AS forfeited
        FROM boards b WHERE b.tournament_id = t.id AND b.state IN ('cancelled', 'forfeited')
    ) gone;

-- The official tables as last fitted (arena/league/ratings/bradley_terry.py) to so many `boards`;
-- -1 if these have changed since.
CREATE TABLE official_fits (
    variant text NOT NULL,
    revision integer NOT NULL,
    pool text NOT NULL,
    format text NOT NULL,
    boards bigint NOT NULL,
    fits json NOT NULL,
    PRIMARY KEY (variant, revision, pool, format)
);

CREATE FUNCTION utc_day() RETURNS date LANGUAGE sql STABLE
    AS $$ SELECT (now() AT TIME ZONE 'UTC')::date $$;

-- Each bot's rating in the last official table of each UTC day on which one was fitted. A refit
-- replaces the rows of its day, and keeps those of earlier days, which nothing can compute again.
CREATE TABLE official_ratings (
    variant text NOT NULL,
    revision integer NOT NULL,
    pool text NOT NULL,
    format text NOT NULL,
    day date NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    rating float8 NOT NULL,
    low float8,  -- the 95% interval; null for an open or unknown end
    high float8,
    boards integer NOT NULL CHECK (boards > 0),
    PRIMARY KEY (variant, revision, pool, format, day, version_id)
);
CREATE INDEX official_ratings_of_version ON official_ratings (version_id);

-- Points of a house bot in all seats of closed boards, all sides together, for
-- arena/league/findings/luck.py; null if this release cannot play that rules revision.
CREATE TABLE luck (
    board_id bigint PRIMARY KEY REFERENCES boards,
    points bigint
);

-- Tournaments whose luck was requested. A worker has its boards until `busy_until`.
CREATE TABLE luck_wanted (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    busy_until timestamptz NOT NULL DEFAULT '-infinity'
);

-- Sums of lists place by place; the shorter list continues with zeros.
CREATE FUNCTION summed(one bigint[], other bigint[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY place)
    FROM unnest(one, other) WITH ORDINALITY AS each (a, b, place)
$$;
CREATE AGGREGATE sum_each(bigint[]) (SFUNC = summed, STYPE = bigint[]);

-- Counts of each bot in the games of closed boards, in the order of COUNTS in
-- arena/rules/records/play_counts.py, which only grows at its end.
CREATE TABLE play_counts (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL REFERENCES bot_versions,
    games bigint NOT NULL CHECK (games > 0),  -- one for each of its seats
    asked bigint NOT NULL CHECK (asked >= 0),
    charged_us bigint NOT NULL CHECK (charged_us >= 0),
    infractions bigint NOT NULL CHECK (infractions >= 0),
    counts bigint[] NOT NULL,
    -- Decisions of the fallback: all those of a bot that left, which has only one infraction.
    fallbacks bigint NOT NULL CONSTRAINT play_counts_check CHECK (fallbacks >= infractions),
    PRIMARY KEY (version_id, tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- How often boards of a tournament came in, and the sum of the largest share of time for which a
-- gateway was blocked at those moments.
CREATE TABLE arena_lag (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    looks bigint NOT NULL CHECK (looks > 0),
    lag float8 NOT NULL CHECK (lag >= 0),
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- Practice tables: a person, house bots, and nothing that is rated. No other table refers to them.
CREATE TABLE practice_tables (
    id text PRIMARY KEY,  -- random; the end of the table's address
    person bytea NOT NULL CHECK (octet_length(person) = 32),  -- SHA-256 of a cookie
    deal text NOT NULL,  -- random; equal for tables of the same cards
    state text NOT NULL,  -- its replay (`arena/practice/saving.py`)
    version bigint NOT NULL DEFAULT 0,  -- raised with each change
    -- Results: points of each hand from number `first` on.
    seat integer NOT NULL,
    first integer NOT NULL,
    points integer[] NOT NULL,
    -- Help: hands of which all cards were shown, undos, hints.
    opened integer[] NOT NULL,
    undone bigint NOT NULL,
    hints bigint NOT NULL,
    variant text NOT NULL,  -- for the list of a person's tables
    is_over boolean NOT NULL,
    made timestamptz NOT NULL DEFAULT now(),
    touched timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX practice_tables_of_person ON practice_tables (person, touched);
CREATE INDEX practice_tables_of_deal ON practice_tables (deal, made);
CREATE INDEX practice_tables_touched ON practice_tables (touched);

-- Submitted versions, which runners play in confined processes. They have no token; only their
-- state changes.
CREATE TABLE bundles (
    version_id bigint PRIMARY KEY REFERENCES bot_versions (id),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),  -- over names, executable bits and bytes
    manifest text NOT NULL,  -- `bot.toml`, as a JSON object
    variants text[] NOT NULL CHECK (cardinality(variants) > 0),
    memory_mib integer NOT NULL CHECK (memory_mib BETWEEN 1 AND 1024),
    packed_bytes bigint NOT NULL,
    -- Admitted or refused by the check of a runner.
    state text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'admitted', 'refused', 'withdrawn')),
    reason text NOT NULL DEFAULT '',
    submitted timestamptz NOT NULL DEFAULT now(),
    submitted_by bigint REFERENCES tokens (id),
    decided timestamptz,
    check_until timestamptz,  -- the lease of its check
    report text NOT NULL DEFAULT ''  -- output of the check, for the owner
);
CREATE INDEX bundles_hash ON bundles (hash);
CREATE INDEX bundles_waiting ON bundles (submitted) WHERE state = 'waiting';

-- Archives of bundles by content, and the parts of uploads so far.
CREATE TABLE bundle_bytes (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    packed bytea NOT NULL
);
-- It is already compressed, and is read in parts.
ALTER TABLE bundle_bytes ALTER COLUMN packed SET STORAGE EXTERNAL;
CREATE TABLE bundle_parts (
    owner_id bigint NOT NULL REFERENCES owners (id),
    packed bytea NOT NULL CHECK (octet_length(packed) = 32),  -- SHA-256 of the whole archive
    index integer NOT NULL CHECK (index >= 0),
    data bytea NOT NULL,
    put timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (owner_id, packed, index)
);
CREATE INDEX bundle_parts_put ON bundle_parts (put);

-- Output of a seat's process and the reason of its end, for the version's owner.
CREATE TABLE seat_logs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version_id bigint NOT NULL REFERENCES bundles (version_id),
    seat_id bigint NOT NULL,
    ending text NOT NULL,
    text text NOT NULL,
    cpu_us bigint NOT NULL,
    memory_kib bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX seat_logs_of_version ON seat_logs (version_id, id);
