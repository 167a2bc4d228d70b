-- What a database is today: `make schema` writes this file from what the migrations make, and a
-- test compares. To read, never to run. Partitions of `games` are left out: they have the same
-- columns.

CREATE FUNCTION able_blocks(tournament bigint, families text[], passed bigint[], keeper bigint, kept
    bigint[], below bigint, noted_too boolean, taken_too boolean, most integer) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE
    SET enable_sort TO 'off'
    SET enable_bitmapscan TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

CREATE FUNCTION added(one bigint[], other bigint[]) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE STRICT
    AS $$
    SELECT array_agg(a + b ORDER BY place)
    FROM unnest(one, other) WITH ORDINALITY AS each (a, b, place)
$$;

CREATE FUNCTION attach_part(part bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    EXECUTE format('CREATE TABLE IF NOT EXISTS games_%s (LIKE games INCLUDING ALL)', part);
    EXECUTE format('ALTER TABLE games ATTACH PARTITION games_%s FOR VALUES FROM (%s) TO (%s)',
        part, part * 1000000, (part + 1) * 1000000);
END $$;

CREATE FUNCTION count_boards() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE tournament_variants v
    SET boards = v.boards + CASE TG_OP WHEN 'INSERT' THEN c.boards ELSE -c.boards END FROM (
        SELECT k.tournament_id, k.variant_index, count(*) AS boards
        FROM moved b JOIN blocks k ON k.id = b.block_id GROUP BY 1, 2
    ) c WHERE (c.tournament_id, c.variant_index) = (v.tournament_id, v.index);
    RETURN NULL;
END $$;

CREATE FUNCTION entrant_of(line_up bigint[], sitting bigint[], version_id bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CASE WHEN sitting IS NULL THEN version_id
        ELSE line_up[mod(array_position(sitting, version_id) - 1, cardinality(line_up)) + 1] END
$$;

CREATE FUNCTION format_of(options jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT
    AS $$
    SELECT concat_ws(' ', options #>> '{format,kind}',
        coalesce(options #>> '{format,count}', options #>> '{format,wins}'))
$$;

CREATE FUNCTION guard_result() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'game % is over: its result stands', OLD.id USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION guard_state() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT (OLD.state || '>' || NEW.state) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION '% %: no way from % to %', TG_TABLE_NAME, OLD.id, OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION guard_token() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.token < OLD.token
        OR (OLD.state <> 'leased' AND NEW.state = 'leased' AND NEW.token = OLD.token) THEN
        RAISE EXCEPTION 'block %: a lease needs a new token', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION guard_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% %: a version never changes', TG_TABLE_NAME, OLD.id
        USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION interrupted_blocks(families text[], passed bigint[], most integer) RETURNS SETOF
    bigint
    LANGUAGE sql STABLE
    AS $$
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

CREATE TABLE epochs (
    tournament_id bigint NOT NULL,
    index integer NOT NULL,
    occasion text NOT NULL,
    terms jsonb DEFAULT '{}'::jsonb NOT NULL,
    first integer NOT NULL,
    boards integer NOT NULL,
    opened timestamp with time zone DEFAULT now() NOT NULL,
    root bytea,
    signer bytea,
    signature bytea,
    CONSTRAINT epochs_boards_check CHECK ((boards > 0)),
    CONSTRAINT epochs_check CHECK (((signer IS NULL) = (signature IS NULL))),
    CONSTRAINT epochs_check1 CHECK (((root IS NOT NULL) OR (signature IS NULL))),
    CONSTRAINT epochs_first_check CHECK ((first >= 0)),
    CONSTRAINT epochs_index_check CHECK (((index >= 0) AND (index <= 4094))),
    CONSTRAINT epochs_occasion_check CHECK ((occasion = ANY (ARRAY['first'::text, 'extension'::text,
        'late entry'::text, 'round'::text, 'batch'::text, 'deals'::text]))),
    CONSTRAINT epochs_root_check CHECK ((length(root) = 32)),
    CONSTRAINT epochs_signature_check CHECK ((length(signature) = 64)),
    CONSTRAINT epochs_signer_check CHECK ((length(signer) = 32))
);

CREATE FUNCTION is_over(e epochs) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
    SELECT NOT EXISTS (SELECT FROM blocks k
        WHERE k.tournament_id = e.tournament_id AND k.epoch = e.index AND k.state <> 'done')
$$;

CREATE TABLE boards (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number integer NOT NULL,
    block_id bigint NOT NULL,
    line_up bigint[] NOT NULL,
    seed bytea NOT NULL,
    commitment bytea NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    state text DEFAULT 'owed'::text NOT NULL,
    rated boolean DEFAULT false NOT NULL,
    absent bigint[],
    sitting bigint[],
    tables_per_board smallint DEFAULT 1 NOT NULL,
    deal integer,
    side text DEFAULT ''::text NOT NULL,
    halves smallint[],
    points bigint[],
    faults integer[],
    seat_halves smallint[],
    CONSTRAINT boards_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT boards_check CHECK ((commitment = sha256(seed))),
    CONSTRAINT boards_check1 CHECK (((state = 'closed'::text) OR (NOT rated))),
    CONSTRAINT boards_check2 CHECK (((state = 'forfeited'::text) = (absent IS NOT NULL))),
    CONSTRAINT boards_check3 CHECK ((cardinality(sitting) = (2 * cardinality(line_up)))),
    CONSTRAINT boards_check4 CHECK (((tables_per_board >= 1) AND ((cardinality(line_up) %
        (tables_per_board)::integer) = 0))),
    CONSTRAINT boards_deal_check CHECK ((deal >= 0)),
    CONSTRAINT boards_number_check CHECK ((number >= 0)),
    CONSTRAINT boards_of_gates CHECK (((side = ''::text) OR (deal IS NOT NULL))),
    CONSTRAINT boards_seed_check CHECK ((length(seed) = 32)),
    CONSTRAINT boards_side_check CHECK ((side = ANY (ARRAY[''::text, 'new'::text, 'old'::text]))),
    CONSTRAINT boards_state_check CHECK ((state = ANY (ARRAY['owed'::text, 'playing'::text,
        'closed'::text, 'cancelled'::text, 'forfeited'::text]))),
    CONSTRAINT boards_whole_score CHECK (((num_nulls(halves, points, faults) =
CASE state
    WHEN 'closed'::text THEN 0
    ELSE 3
END) AND ((halves IS NULL) OR ((cardinality(points) = cardinality(line_up)) AND (cardinality(faults)
    = cardinality(line_up)) AND ((2 * cardinality(halves)) = (cardinality(line_up) * (
CASE tables_per_board
    WHEN 1 THEN cardinality(line_up)
    ELSE (tables_per_board)::integer
END - 1))))))),
    CONSTRAINT boards_whole_seats CHECK ((((seat_halves IS NULL) = ((state <> 'closed'::text) OR
        (tables_per_board > 1))) AND ((seat_halves IS NULL) OR (cardinality(seat_halves) =
        cardinality(line_up)))))
);

CREATE FUNCTION is_public(b boards) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
    SELECT b.state = 'closed' AND (b.side = '' OR NOT EXISTS (
        SELECT FROM boards o JOIN blocks k ON k.id = o.block_id
        WHERE o.tournament_id = b.tournament_id AND o.deal = b.deal AND o.deal IS NOT NULL
        AND o.state IN ('owed', 'playing') AND k.state <> 'done'))
$$;

CREATE TABLE blocks (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    line_up bigint[] NOT NULL,
    state text DEFAULT 'owed'::text NOT NULL,
    token bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    worker text,
    lease_until timestamp with time zone,
    not_before timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    passed_since timestamp with time zone,
    traceback text,
    claimed timestamp with time zone,
    tables integer,
    played interval,
    epoch integer DEFAULT 0 NOT NULL,
    CONSTRAINT blocks_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT blocks_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT blocks_failed_why CHECK (((state <> 'failed'::text) OR (traceback IS NOT NULL))),
    CONSTRAINT blocks_lease CHECK (((state = 'leased'::text) = (lease_until IS NOT NULL))),
    CONSTRAINT blocks_round_check CHECK ((round >= 1)),
    CONSTRAINT blocks_state_check CHECK ((state = ANY (ARRAY['owed'::text, 'leased'::text,
        'done'::text, 'failed'::text]))),
    CONSTRAINT blocks_tables_check CHECK ((tables > 0)),
    CONSTRAINT blocks_worker CHECK (((state <> 'leased'::text) OR (worker IS NOT NULL)))
);

CREATE FUNCTION is_waiting(b blocks) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
    SELECT (b.state = 'owed' AND b.not_before <= now())
        OR (b.state = 'leased' AND b.lease_until <= now())
$$;

CREATE FUNCTION lock_next_block(families text[], passed bigint[]) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION next_blocks(families text[], passed bigint[], most integer) RETURNS TABLE(id bigint,
    place bigint)
    LANGUAGE plpgsql STABLE
    AS $$
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

CREATE FUNCTION pairs_among(versions bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE
    AS $$
    SELECT ARRAY(SELECT p.version_id
        FROM pairs p WHERE p.first_id = ANY (versions) AND p.second_id = ANY (versions))
$$;

CREATE FUNCTION part_of(board bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT board / 1000000
$$;

CREATE FUNCTION passed_over(other bigint) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
    SELECT min(a.id) FROM tournaments t JOIN (
        SELECT o.priority FROM tournaments o JOIN blocks k ON k.tournament_id = o.id
        WHERE k.id = other
    ) o ON true
    CROSS JOIN LATERAL able_blocks(t.id, NULL, '{}', NULL, NULL,
        CASE WHEN t.priority < o.priority THEN 9223372036854775807 ELSE other END,
        false, true, 1) AS a (id)
    WHERE t.state = 'running'
$$;

CREATE FUNCTION patient_block(OUT id bigint, OUT line_up bigint[]) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $$
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

CREATE TABLE tournaments (
    id bigint NOT NULL,
    name text NOT NULL,
    kind text DEFAULT 'round-robin'::text NOT NULL,
    pool text NOT NULL,
    state text DEFAULT 'created'::text NOT NULL,
    boards_each integer NOT NULL,
    extended integer DEFAULT 0 NOT NULL,
    allow_same_owner boolean NOT NULL,
    schedule_seed text,
    move_us bigint NOT NULL,
    bank_us bigint NOT NULL,
    auto_single boolean NOT NULL,
    forfeit_after interval DEFAULT '1 day'::interval,
    priority integer DEFAULT 0 NOT NULL,
    challengers integer DEFAULT 0 NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    rounds integer DEFAULT 1,
    created timestamp with time zone DEFAULT now() NOT NULL,
    settled bigint,
    reopened boolean DEFAULT false NOT NULL,
    master bytea NOT NULL,
    test_seed text,
    secrets_root bytea,
    contribution bytea,
    CONSTRAINT tournaments_bank_us_check CHECK ((bank_us >= 0)),
    CONSTRAINT tournaments_boards_each_check CHECK ((boards_each > 0)),
    CONSTRAINT tournaments_challengers_check CHECK ((challengers >= 0)),
    CONSTRAINT tournaments_check1 CHECK ((rounds >= round)),
    CONSTRAINT tournaments_contribution_check CHECK ((length(contribution) = 32)),
    CONSTRAINT tournaments_drawn CHECK ((((contribution IS NULL) = (schedule_seed IS NULL)) AND
        ((contribution IS NOT NULL) OR (state = ANY (ARRAY['created'::text, 'drawing'::text,
        'cancelled'::text]))))),
    CONSTRAINT tournaments_extended_check CHECK ((extended >= 0)),
    CONSTRAINT tournaments_forfeit_after_check CHECK ((forfeit_after > '00:00:00'::interval)),
    CONSTRAINT tournaments_kind CHECK ((kind = ANY (ARRAY['round-robin'::text, 'gauntlet'::text,
        'swiss'::text, 'ladder'::text, 'gate'::text, 'benchmark'::text]))),
    CONSTRAINT tournaments_master_check CHECK ((length(master) >= 16)),
    CONSTRAINT tournaments_move_us_check CHECK ((move_us > 0)),
    CONSTRAINT tournaments_name_length CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    CONSTRAINT tournaments_pool_check CHECK ((pool = ANY (ARRAY['trust'::text, 'open'::text,
        'closed'::text]))),
    CONSTRAINT tournaments_priority CHECK (((priority >= '-10'::integer) AND (priority <= 10))),
    CONSTRAINT tournaments_round_check CHECK ((round >= 0)),
    CONSTRAINT tournaments_secrets_root_check CHECK ((length(secrets_root) = 32)),
    CONSTRAINT tournaments_seed_check CHECK ((schedule_seed <> ''::text)),
    CONSTRAINT tournaments_settled CHECK (((settled IS NULL) OR (state = ANY
        (ARRAY['finished'::text, 'cancelled'::text])))),
    CONSTRAINT tournaments_state_check CHECK ((state = ANY (ARRAY['created'::text, 'drawing'::text,
        'running'::text, 'paused'::text, 'finished'::text, 'cancelled'::text]))),
    CONSTRAINT tournaments_test_seed_check CHECK ((test_seed <> ''::text))
);

CREATE FUNCTION pool_of(tournament tournaments) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CASE WHEN tournament.test_seed IS NULL THEN tournament.pool ELSE 'test' END
$$;

CREATE FUNCTION provide_parts() RETURNS boolean
    LANGUAGE plpgsql
    SET lock_timeout TO '500ms'
    AS $$
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

CREATE TABLE block_seats (
    block_id bigint NOT NULL,
    version_id bigint NOT NULL,
    seats integer NOT NULL,
    CONSTRAINT block_seats_seats_check CHECK ((seats > 0))
);

CREATE TABLE gateways (
    id text NOT NULL,
    link_address text NOT NULL,
    seen timestamp with time zone NOT NULL,
    held double precision DEFAULT 0 NOT NULL
);

CREATE TABLE instances (
    gateway_id text NOT NULL,
    version_id bigint NOT NULL,
    instance text NOT NULL,
    max_seats integer NOT NULL,
    variants text[] NOT NULL,
    columnar boolean DEFAULT false NOT NULL,
    CONSTRAINT instances_max_seats_check CHECK ((max_seats > 0))
);

CREATE VIEW live_instances AS
 SELECT DISTINCT ON (i.version_id, i.instance) i.version_id,
    i.instance,
    i.gateway_id,
    i.max_seats,
    i.variants,
    i.columnar
   FROM (instances i
     JOIN gateways g ON ((g.id = i.gateway_id)))
  WHERE (g.seen > (now() - '00:00:10'::interval))
  ORDER BY i.version_id, i.instance, g.seen DESC;

CREATE TABLE suspensions (
    version_id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    fault text NOT NULL,
    times integer NOT NULL,
    CONSTRAINT suspensions_times_check CHECK ((times > 0))
);

CREATE VIEW offered_seats AS
 SELECT i.version_id,
    v.variant,
    sum(i.max_seats) AS capacity
   FROM (live_instances i
     CROSS JOIN LATERAL ( SELECT DISTINCT unnest(i.variants) AS variant) v)
  WHERE (NOT (EXISTS ( SELECT
           FROM suspensions s
          WHERE ((s.version_id = i.version_id) AND (s.until > now())))))
  GROUP BY i.version_id, v.variant;

CREATE VIEW free_seats AS
 SELECT o.version_id,
    o.variant,
    o.capacity,
    (o.capacity - COALESCE(t.seats, (0)::bigint)) AS free
   FROM (offered_seats o
     LEFT JOIN ( SELECT s.version_id,
            sum(s.seats) AS seats
           FROM (block_seats s
             JOIN blocks b ON ((b.id = s.block_id)))
          WHERE ((b.state = 'leased'::text) AND (b.lease_until > (now() - '00:01:00'::interval)))
          GROUP BY s.version_id) t ON ((t.version_id = o.version_id)));

CREATE FUNCTION seats_of(versions bigint[], asked text, own bigint DEFAULT 0) RETURNS SETOF
    free_seats
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

CREATE FUNCTION sharing(line_up bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE
    AS $$
    SELECT m.ids || ARRAY(SELECT p.version_id
        FROM pairs p WHERE p.first_id = ANY (m.ids) OR p.second_id = ANY (m.ids))
    FROM (SELECT with_members(line_up) AS ids) m
$$;

CREATE FUNCTION summed(one bigint[], other bigint[]) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE STRICT
    AS $$
    SELECT array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY place)
    FROM unnest(one, other) WITH ORDINALITY AS each (a, b, place)
$$;

CREATE FUNCTION waiting_blocks(tournament bigint, families text[], passed bigint[], keeper bigint,
    kept bigint[], behind bigint, below bigint, noted_too boolean) RETURNS TABLE(id bigint,
    tournament_id bigint, line_up bigint[], variant_index integer, variant text, seats_each integer)
    LANGUAGE sql STABLE
    AS $$
    SELECT b.id, b.tournament_id, b.line_up, v.index, v.variant, v.seats_each
    FROM blocks b JOIN tournament_variants v
        ON v.tournament_id = b.tournament_id AND v.index = b.variant_index
    WHERE b.tournament_id = tournament AND b.state IN ('owed', 'leased')
        AND b.id + 0 > behind AND b.id + 0 < below AND is_waiting(b)
        AND (families IS NULL OR v.family = ANY (families))
        AND b.id <> ALL (passed) AND (noted_too OR b.passed_since IS NULL)
        AND (keeper IS NULL OR b.id = keeper OR NOT b.line_up && kept)
$$;

CREATE FUNCTION with_members(line_up bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE COST 1
    AS $$
    SELECT line_up || ARRAY(SELECT unnest(ARRAY[p.first_id, p.second_id])
        FROM pairs p WHERE p.version_id = ANY (line_up))
$$;

CREATE FUNCTION would_sit(b boards, game integer, seat integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
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

CREATE AGGREGATE sum_each(bigint[]) (
    SFUNC = summed,
    STYPE = bigint[]
);

CREATE TABLE bot_versions (
    id bigint NOT NULL,
    bot_id bigint NOT NULL,
    version text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    build text,
    is_pair boolean DEFAULT false NOT NULL,
    CONSTRAINT bot_versions_build CHECK ((build ~ '^[ -~]{1,128}$'::text)),
    CONSTRAINT bot_versions_version_format CHECK (
CASE
    WHEN is_pair THEN (version ~ '^[a-z0-9._-]{1,40}\+[a-z0-9._-]{1,40}$'::text)
    ELSE (version ~ '^[a-z0-9._-]{1,40}$'::text)
END)
);

CREATE TABLE entrants (
    tournament_id bigint NOT NULL,
    index integer NOT NULL,
    version_id bigint NOT NULL,
    late boolean DEFAULT false NOT NULL,
    withdrawn timestamp with time zone
);

CREATE TABLE pairs (
    version_id bigint NOT NULL,
    first_id bigint NOT NULL,
    second_id bigint NOT NULL,
    owner_ids bigint[] NOT NULL,
    CONSTRAINT pairs_check CHECK ((second_id <> first_id))
);

CREATE VIEW sitters AS
 SELECT v.id AS version_id,
    v.id AS sitter_id,
    NULL::integer AS seats
   FROM bot_versions v
  WHERE (NOT v.is_pair)
UNION ALL
 SELECT pairs.version_id,
    pairs.first_id AS sitter_id,
    1 AS seats
   FROM pairs
UNION ALL
 SELECT pairs.version_id,
    pairs.second_id AS sitter_id,
    1 AS seats
   FROM pairs;

CREATE TABLE tournament_variants (
    tournament_id bigint NOT NULL,
    index integer NOT NULL,
    variant text NOT NULL,
    family text NOT NULL,
    options jsonb NOT NULL,
    revision integer NOT NULL,
    seats integer NOT NULL,
    seats_each integer DEFAULT 1 NOT NULL,
    weight integer DEFAULT 0 NOT NULL,
    tables_per_board integer DEFAULT 1 NOT NULL,
    boards bigint DEFAULT 0 NOT NULL,
    CONSTRAINT tournament_variants_boards_check CHECK ((boards >= 0)),
    CONSTRAINT tournament_variants_seats_check CHECK ((seats >= 2)),
    CONSTRAINT tournament_variants_seats_each_check CHECK ((seats_each >= 1)),
    CONSTRAINT tournament_variants_tables_per_board_check CHECK ((tables_per_board >= 1)),
    CONSTRAINT tournament_variants_weight_check CHECK ((weight >= 0))
);

CREATE VIEW absent_entrants AS
 SELECT DISTINCT e.tournament_id,
    v.index AS variant_index,
    e.version_id
   FROM ((((entrants e
     JOIN tournaments t ON (((t.id = e.tournament_id) AND (t.state = 'running'::text))))
     JOIN tournament_variants v ON ((v.tournament_id = t.id)))
     JOIN sitters s ON ((s.version_id = e.version_id)))
     LEFT JOIN free_seats f ON (((f.version_id = s.sitter_id) AND (f.variant = v.variant) AND
         (f.capacity >= COALESCE(s.seats, v.seats_each)))))
  WHERE (f.version_id IS NULL);

CREATE TABLE acts (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    token_id bigint NOT NULL,
    operation text NOT NULL,
    about text NOT NULL,
    outcome text DEFAULT 'begun'::text NOT NULL,
    CONSTRAINT acts_about_check CHECK ((length(about) <= 400))
);

ALTER TABLE acts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME acts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE archived_parts (
    part bigint NOT NULL,
    file text NOT NULL,
    games bigint NOT NULL,
    taken timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE archived_tournaments (
    tournament_id bigint NOT NULL,
    part bigint NOT NULL
);

CREATE TABLE arena_lag (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    looks bigint NOT NULL,
    held double precision NOT NULL,
    CONSTRAINT arena_lag_held_check CHECK ((held >= (0)::double precision)),
    CONSTRAINT arena_lag_looks_check CHECK ((looks > 0))
);

CREATE TABLE away (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL,
    counted interval DEFAULT '00:00:00'::interval NOT NULL,
    looked timestamp with time zone DEFAULT now() NOT NULL,
    checked timestamp with time zone
);

ALTER TABLE blocks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME blocks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE seat_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    boards integer NOT NULL,
    halves bigint[] NOT NULL,
    squares bigint[] NOT NULL,
    CONSTRAINT seat_tallies_boards_check CHECK ((boards > 0))
);

CREATE TABLE tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    players bigint[] NOT NULL,
    boards integer NOT NULL,
    halves bigint[] NOT NULL,
    squares bigint[] NOT NULL,
    products bigint[] NOT NULL,
    points bigint[] NOT NULL,
    infractions bigint[] NOT NULL,
    CONSTRAINT tallies_boards_check CHECK ((boards > 0))
);

CREATE VIEW board_counts AS
 SELECT t.id AS tournament_id,
    (made.boards - gone.boards) AS boards,
    (made.games - gone.games) AS games,
    gone.cancelled,
    gone.forfeited,
        CASE t.kind
            WHEN 'gate'::text THEN ( SELECT count(*) AS count
               FROM boards b
              WHERE ((b.tournament_id = t.id) AND (b.state = 'closed'::text)))
            ELSE (
            CASE t.pool
                WHEN 'open'::text THEN ( SELECT COALESCE(sum(y.boards), (0)::bigint) AS "coalesce"
                   FROM tallies y
                  WHERE (y.tournament_id = t.id))
                ELSE ( SELECT COALESCE(sum(s.boards), (0)::bigint) AS "coalesce"
                   FROM seat_tallies s
                  WHERE (s.tournament_id = t.id))
            END + ( SELECT count(*) AS count
               FROM boards b
              WHERE ((b.tournament_id = t.id) AND (b.state = 'closed'::text) AND (NOT b.rated))))
        END AS closed
   FROM ((tournaments t
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum(v.boards), (0)::numeric))::bigint AS boards,
            (COALESCE(sum((v.boards *
                CASE v.tables_per_board
                    WHEN 1 THEN (v.seats / v.seats_each)
                    ELSE v.tables_per_board
                END)), (0)::numeric))::bigint AS games
           FROM tournament_variants v
          WHERE (v.tournament_id = t.id)) made)
     CROSS JOIN LATERAL ( SELECT count(*) AS boards,
            COALESCE(sum(
                CASE b.tables_per_board
                    WHEN 1 THEN cardinality(b.line_up)
                    ELSE (b.tables_per_board)::integer
                END), (0)::bigint) AS games,
            count(*) FILTER (WHERE (b.state = 'cancelled'::text)) AS cancelled,
            count(*) FILTER (WHERE (b.state = 'forfeited'::text)) AS forfeited
           FROM boards b
          WHERE ((b.tournament_id = t.id) AND (b.state = ANY (ARRAY['cancelled'::text,
              'forfeited'::text])))) gone);

ALTER TABLE boards ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME boards_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE bot_versions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME bot_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE bots (
    id bigint NOT NULL,
    name text NOT NULL,
    owner_id bigint,
    is_pair boolean DEFAULT false NOT NULL,
    open_to_challenges boolean DEFAULT false NOT NULL,
    CONSTRAINT bots_name_format CHECK (
CASE
    WHEN is_pair THEN (name ~ '^[a-z0-9][a-z0-9_-]{0,39}\+[a-z0-9][a-z0-9_-]{0,39}$'::text)
    ELSE (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'::text)
END),
    CONSTRAINT bots_owned CHECK ((is_pair OR (owner_id IS NOT NULL)))
);

ALTER TABLE bots ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME bots_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE bundle_bytes (
    hash bytea NOT NULL,
    packed bytea NOT NULL,
    CONSTRAINT bundle_bytes_hash_check CHECK ((octet_length(hash) = 32))
);
ALTER TABLE ONLY bundle_bytes ALTER COLUMN packed SET STORAGE EXTERNAL;

CREATE TABLE bundle_parts (
    owner_id bigint NOT NULL,
    packed bytea NOT NULL,
    index integer NOT NULL,
    data bytea NOT NULL,
    put timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT bundle_parts_index_check CHECK ((index >= 0)),
    CONSTRAINT bundle_parts_packed_check CHECK ((octet_length(packed) = 32))
);

CREATE TABLE bundles (
    version_id bigint NOT NULL,
    hash bytea NOT NULL,
    manifest text NOT NULL,
    variants text[] NOT NULL,
    memory_mib integer NOT NULL,
    packed_bytes bigint NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    submitted timestamp with time zone DEFAULT now() NOT NULL,
    submitted_by bigint,
    decided timestamp with time zone,
    check_until timestamp with time zone,
    report text DEFAULT ''::text NOT NULL,
    CONSTRAINT bundles_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT bundles_memory_mib_check CHECK (((memory_mib >= 1) AND (memory_mib <= 1024))),
    CONSTRAINT bundles_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'admitted'::text,
        'refused'::text, 'withdrawn'::text]))),
    CONSTRAINT bundles_variants_check CHECK ((cardinality(variants) > 0))
);

CREATE TABLE challenges (
    tournament_id bigint NOT NULL,
    owner_id bigint NOT NULL,
    opponent_id bigint NOT NULL
);

CREATE TABLE contribution_lists (
    tournament_id bigint NOT NULL,
    attempt integer NOT NULL,
    opened timestamp with time zone DEFAULT now() NOT NULL,
    closed timestamp with time zone,
    signer bytea,
    signature bytea,
    ended timestamp with time zone,
    waited interval DEFAULT '00:00:00'::interval NOT NULL,
    looked timestamp with time zone DEFAULT now() NOT NULL,
    chain bytea,
    round bigint,
    told bytea,
    CONSTRAINT contribution_lists_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT contribution_lists_chain_check CHECK ((length(chain) = 32)),
    CONSTRAINT contribution_lists_check CHECK (((closed IS NOT NULL) OR ((signature IS NULL) AND
        (ended IS NULL)))),
    CONSTRAINT contribution_lists_check1 CHECK (((signer IS NULL) = (signature IS NULL))),
    CONSTRAINT contribution_lists_check2 CHECK (((chain IS NOT NULL) OR (round IS NULL))),
    CONSTRAINT contribution_lists_check3 CHECK (((chain IS NULL) OR ((attempt = 0) AND ((round IS
        NULL) = (signature IS NULL))))),
    CONSTRAINT contribution_lists_check4 CHECK (((told IS NULL) OR (round IS NOT NULL))),
    CONSTRAINT contribution_lists_check5 CHECK (((chain IS NULL) OR (ended IS NULL) OR (told IS NOT
        NULL))),
    CONSTRAINT contribution_lists_round_check CHECK ((round > 0)),
    CONSTRAINT contribution_lists_signature_check CHECK ((length(signature) = 64)),
    CONSTRAINT contribution_lists_signer_check CHECK ((length(signer) = 32)),
    CONSTRAINT contribution_lists_told_check CHECK ((length(told) = 48))
);

CREATE TABLE contributions (
    tournament_id bigint NOT NULL,
    attempt integer NOT NULL,
    owner_id bigint NOT NULL,
    commitment bytea NOT NULL,
    reported timestamp with time zone DEFAULT now() NOT NULL,
    nonce bytea,
    CONSTRAINT contributions_commitment_check CHECK ((length(commitment) = 32)),
    CONSTRAINT contributions_nonce_check CHECK ((length(nonce) = 32))
);

CREATE TABLE owners (
    id bigint NOT NULL,
    name text NOT NULL,
    CONSTRAINT owners_name_format CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'::text))
);

CREATE VIEW closed_lists AS
 SELECT l.tournament_id,
    l.attempt,
    l.closed,
    l.signer,
    l.signature,
    l.ended,
    e.owners,
    e.commitments,
    e.nonces,
    l.chain,
    l.round,
    l.told
   FROM (contribution_lists l
     CROSS JOIN LATERAL ( SELECT COALESCE(array_agg(o.name ORDER BY (o.name COLLATE "C")),
         '{}'::text[]) AS owners,
            COALESCE(array_agg(c.commitment ORDER BY (o.name COLLATE "C")), '{}'::bytea[]) AS
                commitments,
            COALESCE(array_agg(c.nonce ORDER BY (o.name COLLATE "C")), '{}'::bytea[]) AS nonces
           FROM (contributions c
             JOIN owners o ON ((o.id = c.owner_id)))
          WHERE ((c.tournament_id = l.tournament_id) AND (c.attempt = l.attempt))) e)
  WHERE (l.closed IS NOT NULL);

CREATE TABLE elo_steps (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL,
    boards integer NOT NULL,
    elo_before double precision NOT NULL,
    elo_after double precision NOT NULL,
    CONSTRAINT elo_steps_boards_check CHECK ((boards > 0))
);

CREATE TABLE faults (
    version_id bigint NOT NULL,
    fault text NOT NULL,
    count bigint NOT NULL,
    last timestamp with time zone NOT NULL,
    CONSTRAINT faults_count_check CHECK ((count > 0))
);

CREATE TABLE games (
    id bigint NOT NULL,
    board_id bigint NOT NULL,
    rotation integer NOT NULL,
    attempt integer NOT NULL,
    seat_ids bigint[] NOT NULL,
    seated bigint[],
    ranks integer[],
    scores bigint[],
    ended text,
    actions bytea,
    infractions jsonb,
    elapsed_s integer[] DEFAULT '{}'::integer[] NOT NULL,
    charges bytea DEFAULT '\x'::bytea NOT NULL,
    CONSTRAINT games_rotation_check CHECK ((rotation >= 0)),
    CONSTRAINT games_whole_result CHECK (((num_nulls(seated, ranks, scores, ended, actions,
        infractions) = ANY (ARRAY[0, 6])) AND ((ended IS NULL) OR ((cardinality(seated) =
        cardinality(seat_ids)) AND (cardinality(ranks) = cardinality(seat_ids)) AND
        (cardinality(scores) = cardinality(seat_ids))))))
)
PARTITION BY RANGE (board_id);

CREATE VIEW scored_seats AS
 SELECT b.id AS board_id,
    b.tournament_id,
    k.variant_index,
    entrant_of(b.line_up, b.sitting, g.seated[(s.seat + 1)]) AS version_id,
    s.seat,
        CASE
            WHEN (b.tables_per_board = 1) THEN (((2 * (s.seats - g.ranks[(s.seat + 1)])) -
                cardinality(array_positions(g.ranks[1:s.seats], g.ranks[(s.seat + 1)]))) + 1)
            ELSE ( SELECT (sum(((1 + ((g.scores[(s.seat + 1)] > o.scores[(s.seat + 1)]))::integer) -
                ((g.scores[(s.seat + 1)] < o.scores[(s.seat + 1)]))::integer)))::integer AS sum
               FROM games o
              WHERE ((o.board_id = b.id) AND (o.attempt = b.attempt) AND (o.id <> g.id)))
        END AS halves,
    g.scores[(s.seat + 1)] AS points,
    g.rotation,
    (s.seats - 1) AS last_rotation,
    b.tables_per_board
   FROM (((boards b
     JOIN blocks k ON ((k.id = b.block_id)))
     JOIN games g ON (((g.board_id = b.id) AND (g.attempt = b.attempt))))
     CROSS JOIN LATERAL ( SELECT seat.seat,
            (cardinality(b.line_up) / b.tables_per_board) AS seats
           FROM generate_series(0, ((cardinality(b.line_up) / b.tables_per_board) - 1)) seat(seat))
               s)
  WHERE (b.state = 'closed'::text);

CREATE VIEW first_and_last AS
 SELECT board_id,
    tournament_id,
    variant_index,
    version_id,
    min(seat) FILTER (WHERE (rotation = 0)) AS first_seat,
    min(seat) FILTER (WHERE (rotation > 0)) AS last_seat,
    sum(halves) FILTER (WHERE (rotation = 0)) AS first,
    sum(halves) FILTER (WHERE (rotation > 0)) AS last
   FROM scored_seats
  WHERE ((tables_per_board = 1) AND ((rotation = 0) OR (rotation = last_rotation)))
  GROUP BY board_id, tournament_id, variant_index, version_id;

CREATE SEQUENCE game_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE game_ids OWNED BY games.id;

CREATE TABLE gate_blocks (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    deals integer NOT NULL,
    total integer NOT NULL,
    blocks bigint NOT NULL,
    CONSTRAINT gate_blocks_blocks_check CHECK ((blocks > 0)),
    CONSTRAINT gate_blocks_deals_check CHECK ((deals > 0))
);

CREATE TABLE gate_path (
    tournament_id bigint NOT NULL,
    judged integer NOT NULL,
    stronger double precision NOT NULL,
    not_stronger double precision NOT NULL,
    CONSTRAINT gate_path_judged_check CHECK ((judged > 0))
);

CREATE TABLE gate_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    deals integer NOT NULL,
    new bigint NOT NULL,
    old bigint NOT NULL
);

CREATE TABLE gates (
    tournament_id bigint NOT NULL,
    alpha double precision NOT NULL,
    beta double precision NOT NULL,
    deals integer NOT NULL,
    rounds integer DEFAULT 0 NOT NULL,
    judged integer DEFAULT 0 NOT NULL,
    decision text DEFAULT ''::text NOT NULL,
    above double precision,
    below double precision,
    CONSTRAINT gates_alpha_check CHECK (((alpha > (0)::double precision) AND (alpha < (0.5)::double
        precision))),
    CONSTRAINT gates_beta_check CHECK (((beta > (0)::double precision) AND (beta < (0.5)::double
        precision))),
    CONSTRAINT gates_check CHECK ((above < below)),
    CONSTRAINT gates_check1 CHECK ((judged <= deals)),
    CONSTRAINT gates_check2 CHECK (((num_nulls(above, below) = 0) OR ((num_nulls(above, below) = 2)
        AND (decision <> ''::text)))),
    CONSTRAINT gates_deals_check CHECK ((deals > 0)),
    CONSTRAINT gates_decision_check CHECK ((decision = ANY (ARRAY[''::text, 'stronger'::text,
        'not stronger'::text, 'undecided'::text])))
);

CREATE TABLE held_answers (
    seat_id bigint NOT NULL,
    token bigint NOT NULL,
    gateway text NOT NULL,
    columnar boolean NOT NULL,
    answers bytea NOT NULL,
    written timestamp with time zone DEFAULT now() NOT NULL,
    opening integer DEFAULT 0 NOT NULL,
    since integer DEFAULT 0 NOT NULL
);

CREATE TABLE invites (
    id bigint NOT NULL,
    hash bytea NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    made_by bigint NOT NULL,
    accepted timestamp with time zone,
    owner_id bigint,
    CONSTRAINT invites_check CHECK (((accepted IS NULL) = (owner_id IS NULL))),
    CONSTRAINT invites_hash_check CHECK ((length(hash) = 32))
);

ALTER TABLE invites ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME invites_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE journal (
    id bigint NOT NULL,
    board_id bigint NOT NULL,
    game_id bigint NOT NULL,
    token bigint NOT NULL,
    start integer NOT NULL,
    upto integer NOT NULL,
    actions bytea NOT NULL,
    state bytea NOT NULL,
    clean boolean NOT NULL,
    charges bytea DEFAULT '\x'::bytea NOT NULL,
    CONSTRAINT journal_check CHECK ((upto >= start)),
    CONSTRAINT journal_start_check CHECK ((start >= 0))
);

ALTER TABLE journal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME journal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ladders (
    tournament_id bigint NOT NULL,
    tables integer NOT NULL,
    "least" integer NOT NULL,
    longest integer NOT NULL,
    next_id bigint,
    CONSTRAINT ladders_least_check CHECK (("least" >= 0)),
    CONSTRAINT ladders_longest_check CHECK ((longest >= 1)),
    CONSTRAINT ladders_tables_check CHECK ((tables >= 0))
);

CREATE TABLE workers (
    name text NOT NULL,
    seen timestamp with time zone NOT NULL
);

CREATE VIEW live_workers AS
 SELECT name
   FROM workers
  WHERE (seen > (now() - '00:00:15'::interval));

CREATE TABLE luck (
    board_id bigint NOT NULL,
    points bigint
);

CREATE TABLE luck_wanted (
    tournament_id bigint NOT NULL,
    busy_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
);

CREATE TABLE memory_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL,
    first_seat integer NOT NULL,
    last_seat integer NOT NULL,
    boards integer NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    squares bigint NOT NULL,
    CONSTRAINT memory_tallies_boards_check CHECK ((boards > 0)),
    CONSTRAINT memory_tallies_first_seat_check CHECK ((first_seat >= 0)),
    CONSTRAINT memory_tallies_last_seat_check CHECK ((last_seat >= 0))
);

CREATE TABLE migrations (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW named_versions AS
 SELECT v.id,
    ((b.name || '@'::text) || v.version) AS bot,
    b.name,
    v.version,
    b.id AS bot_id,
    o.id AS owner_id,
    COALESCE(o.name, ( SELECT string_agg(w.name, '+'::text ORDER BY w.name) AS string_agg
           FROM owners w
          WHERE (w.id = ANY (p.owner_ids)))) AS owner,
    COALESCE(p.owner_ids, ARRAY[o.id]) AS owner_ids
   FROM (((bot_versions v
     JOIN bots b ON ((b.id = v.bot_id)))
     LEFT JOIN owners o ON ((o.id = b.owner_id)))
     LEFT JOIN pairs p ON ((p.version_id = v.id)));

CREATE TABLE tokens (
    id bigint NOT NULL,
    scope text NOT NULL,
    owner_id bigint,
    version_id bigint,
    hash bytea NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone,
    used timestamp with time zone,
    revoked timestamp with time zone,
    made_by bigint,
    CONSTRAINT tokens_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT tokens_label_length CHECK ((length(label) <= 60)),
    CONSTRAINT tokens_of_somebody CHECK ((((scope = 'owner'::text) = (owner_id IS NOT NULL)) AND
        ((scope = 'bot'::text) = (version_id IS NOT NULL)))),
    CONSTRAINT tokens_scope_check CHECK ((scope = ANY (ARRAY['operator'::text, 'owner'::text,
        'bot'::text, 'runner'::text])))
);

CREATE VIEW named_tokens AS
 SELECT t.id,
    t.scope,
    t.owner_id,
    t.version_id,
    t.hash,
    t.label,
    t.created,
    t.expires,
    t.used,
    t.revoked,
    t.made_by,
    COALESCE(o.id, n.owner_id) AS whose_id,
    COALESCE(o.name, n.owner) AS owner,
    n.bot,
        CASE
            WHEN (t.revoked IS NOT NULL) THEN 'revoked'::text
            WHEN (t.expires <= now()) THEN 'expired'::text
            ELSE NULL::text
        END AS ended
   FROM ((tokens t
     LEFT JOIN owners o ON ((o.id = t.owner_id)))
     LEFT JOIN named_versions n ON ((n.id = t.version_id)));

CREATE TABLE official_fits (
    variant text NOT NULL,
    revision integer NOT NULL,
    pool text NOT NULL,
    format text NOT NULL,
    boards bigint NOT NULL,
    fits json NOT NULL
);

CREATE VIEW official_tallies AS
 SELECT y.tournament_id,
    y.variant_index,
    y.players,
    y.boards,
    y.halves,
    y.squares,
    y.products,
    y.points,
    y.infractions
   FROM (tallies y
     JOIN tournaments t ON ((t.id = y.tournament_id)))
  WHERE (t.test_seed IS NULL);

CREATE TABLE opinion_mark (
    one boolean DEFAULT true NOT NULL,
    settled bigint DEFAULT 0 NOT NULL,
    number integer DEFAULT '-1'::integer NOT NULL,
    CONSTRAINT opinion_mark_one_check CHECK (one)
);

CREATE TABLE opinions (
    variant text NOT NULL,
    revision integer NOT NULL,
    version_id bigint NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    games bigint NOT NULL,
    CONSTRAINT opinions_games_check CHECK ((games > 0))
);

ALTER TABLE owners ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME owners_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE pair_offers (
    id bigint NOT NULL,
    first_id bigint NOT NULL,
    second_id bigint NOT NULL,
    owner_id bigint NOT NULL
);

ALTER TABLE pair_offers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pair_offers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE play_counts (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL,
    games bigint NOT NULL,
    asked bigint NOT NULL,
    charged_us bigint NOT NULL,
    infractions bigint NOT NULL,
    counts bigint[] NOT NULL,
    fallbacks bigint NOT NULL,
    CONSTRAINT play_counts_asked_check CHECK ((asked >= 0)),
    CONSTRAINT play_counts_charged_us_check CHECK ((charged_us >= 0)),
    CONSTRAINT play_counts_check CHECK ((fallbacks >= infractions)),
    CONSTRAINT play_counts_games_check CHECK ((games > 0)),
    CONSTRAINT play_counts_infractions_check CHECK ((infractions >= 0))
);

CREATE TABLE practice_tables (
    id text NOT NULL,
    person bytea NOT NULL,
    deal text NOT NULL,
    state text NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    seat integer NOT NULL,
    first integer NOT NULL,
    points integer[] NOT NULL,
    opened integer[] NOT NULL,
    undone bigint NOT NULL,
    hints bigint NOT NULL,
    variant text NOT NULL,
    is_over boolean NOT NULL,
    made timestamp with time zone DEFAULT now() NOT NULL,
    touched timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT practice_tables_person_check CHECK ((octet_length(person) = 32))
);

CREATE TABLE ratings (
    variant text NOT NULL,
    revision integer NOT NULL,
    pool text NOT NULL,
    format text NOT NULL,
    version_id bigint NOT NULL,
    elo double precision NOT NULL,
    boards integer NOT NULL,
    settled_elo double precision NOT NULL,
    settled_boards integer NOT NULL,
    CONSTRAINT ratings_check CHECK ((boards >= settled_boards))
);

CREATE TABLE runner_looks (
    one boolean DEFAULT true NOT NULL,
    seen timestamp with time zone NOT NULL,
    CONSTRAINT runner_looks_one_check CHECK (one)
);

CREATE VIEW running_variants AS
SELECT
    NULL::bigint AS tournament_id,
    NULL::integer AS index,
    NULL::bigint[] AS present,
    NULL::bigint[] AS free,
    NULL::text AS family,
    NULL::integer AS priority;

CREATE TABLE seat_logs (
    id bigint NOT NULL,
    version_id bigint NOT NULL,
    seat_id bigint NOT NULL,
    ending text NOT NULL,
    text text NOT NULL,
    cpu_us bigint NOT NULL,
    memory_kib bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE seat_logs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME seat_logs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE seat_scores (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    version_id bigint NOT NULL,
    seat integer NOT NULL,
    games integer NOT NULL,
    halves bigint NOT NULL,
    squares bigint NOT NULL,
    points bigint NOT NULL,
    CONSTRAINT seat_scores_games_check CHECK ((games > 0)),
    CONSTRAINT seat_scores_seat_check CHECK ((seat >= 0))
);

CREATE TABLE sessions (
    hash bytea NOT NULL,
    token_id bigint NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    used timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sessions_hash_check CHECK ((length(hash) = 32))
);

CREATE TABLE signers (
    key bytea NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    before bytea,
    voucher bytea,
    CONSTRAINT signers_check CHECK (((before IS NULL) = (voucher IS NULL))),
    CONSTRAINT signers_key_check CHECK ((length(key) = 32)),
    CONSTRAINT signers_voucher_check CHECK ((length(voucher) = 64))
);

CREATE TABLE strikes (
    version_id bigint NOT NULL,
    minute timestamp with time zone NOT NULL,
    fault text NOT NULL
);

CREATE TABLE timeouts (
    board_id bigint NOT NULL,
    game_id bigint NOT NULL,
    hand integer NOT NULL,
    decision integer NOT NULL,
    seat integer NOT NULL,
    version_id bigint NOT NULL,
    number integer NOT NULL,
    noted timestamp with time zone DEFAULT now() NOT NULL,
    move_us bigint NOT NULL,
    bank_us bigint NOT NULL,
    elapsed_us bigint NOT NULL,
    rtt_us bigint NOT NULL,
    lag_us bigint NOT NULL,
    silent_us bigint NOT NULL,
    connected boolean NOT NULL,
    CONSTRAINT timeouts_decision_check CHECK ((decision >= 0)),
    CONSTRAINT timeouts_hand_check CHECK ((hand >= 0)),
    CONSTRAINT timeouts_number_check CHECK ((number > 0)),
    CONSTRAINT timeouts_seat_check CHECK ((seat >= 0))
);

ALTER TABLE tokens ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW tournament_deals AS
 SELECT t.id AS tournament_id,
        CASE
            WHEN (t.kind = 'benchmark'::text) THEN 'known'::text
            WHEN (t.contribution IS NULL) THEN 'undrawn'::text
            WHEN (EXISTS ( SELECT
               FROM contribution_lists l
              WHERE ((l.tournament_id = t.id) AND (l.chain IS NOT NULL)))) THEN 'beacon'::text
            WHEN (cardinality(b.owners) = 0) THEN 'operators'::text
            ELSE 'owners'::text
        END AS deals,
    b.owners AS contributors,
    u.owners AS unrevealed
   FROM ((tournaments t
     CROSS JOIN LATERAL ( SELECT ARRAY( SELECT o.name
                   FROM (contributions c
                     JOIN owners o ON ((o.id = c.owner_id)))
                  WHERE ((c.tournament_id = t.id) AND (t.contribution IS NOT NULL) AND (c.attempt =
                      ( SELECT max(l.attempt) AS max
                           FROM contribution_lists l
                          WHERE (l.tournament_id = t.id))))
                  ORDER BY (o.name COLLATE "C")) AS owners) b)
     CROSS JOIN LATERAL ( SELECT ARRAY( SELECT o.name
                   FROM ((contributions c
                     JOIN owners o ON ((o.id = c.owner_id)))
                     JOIN contribution_lists l ON (((l.tournament_id = c.tournament_id) AND
                         (l.attempt = c.attempt))))
                  WHERE ((c.tournament_id = t.id) AND (l.ended IS NOT NULL) AND (c.nonce IS NULL))
                  ORDER BY (o.name COLLATE "C")) AS owners) u);

ALTER TABLE tournaments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME tournaments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW tournaments_in_turn AS
 SELECT t.id,
    row_number() OVER (ORDER BY t.priority DESC, playing.tables, playing.last NULLS FIRST, t.id) AS
        place
   FROM (tournaments t
     CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT sum(k.tables) AS sum
                   FROM blocks k
                  WHERE ((k.tournament_id = t.id) AND (k.state = 'leased'::text) AND (k.lease_until
                      > now()))), (0)::bigint) AS tables,
            ( SELECT max(k.claimed) AS max
                   FROM blocks k
                  WHERE ((k.tournament_id = t.id) AND (k.claimed IS NOT NULL))) AS last) playing)
  WHERE (t.state = 'running'::text);

CREATE TABLE voids (
    board_id bigint NOT NULL,
    attempt integer NOT NULL,
    seed bytea NOT NULL,
    commitment bytea NOT NULL,
    reason text NOT NULL,
    voided timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT voids_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT voids_check CHECK ((commitment = sha256(seed))),
    CONSTRAINT voids_seed_check CHECK ((length(seed) = 32))
);

ALTER TABLE ONLY games ALTER COLUMN id SET DEFAULT nextval('game_ids'::regclass);

ALTER TABLE ONLY acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY archived_parts
    ADD CONSTRAINT archived_parts_pkey PRIMARY KEY (part);

ALTER TABLE ONLY archived_tournaments
    ADD CONSTRAINT archived_tournaments_pkey PRIMARY KEY (tournament_id, part);

ALTER TABLE ONLY arena_lag
    ADD CONSTRAINT arena_lag_pkey PRIMARY KEY (tournament_id, variant_index);

ALTER TABLE ONLY away
    ADD CONSTRAINT away_pkey PRIMARY KEY (tournament_id, variant_index, version_id);

ALTER TABLE ONLY block_seats
    ADD CONSTRAINT block_seats_pkey PRIMARY KEY (block_id, version_id);

ALTER TABLE ONLY blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY boards
    ADD CONSTRAINT boards_pkey PRIMARY KEY (id);

ALTER TABLE ONLY boards
    ADD CONSTRAINT boards_tournament_id_number_key UNIQUE (tournament_id, number);

ALTER TABLE ONLY bot_versions
    ADD CONSTRAINT bot_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY bot_versions
    ADD CONSTRAINT bot_versions_version_unique UNIQUE (bot_id, version);

ALTER TABLE ONLY bots
    ADD CONSTRAINT bots_name_unique UNIQUE (name);

ALTER TABLE ONLY bots
    ADD CONSTRAINT bots_pkey PRIMARY KEY (id);

ALTER TABLE ONLY bundle_bytes
    ADD CONSTRAINT bundle_bytes_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY bundle_parts
    ADD CONSTRAINT bundle_parts_pkey PRIMARY KEY (owner_id, packed, index);

ALTER TABLE ONLY bundles
    ADD CONSTRAINT bundles_pkey PRIMARY KEY (version_id);

ALTER TABLE ONLY challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY contribution_lists
    ADD CONSTRAINT contribution_lists_pkey PRIMARY KEY (tournament_id, attempt);

ALTER TABLE ONLY contributions
    ADD CONSTRAINT contributions_pkey PRIMARY KEY (tournament_id, attempt, owner_id);

ALTER TABLE ONLY elo_steps
    ADD CONSTRAINT elo_steps_pkey PRIMARY KEY (tournament_id, variant_index, version_id);

ALTER TABLE ONLY entrants
    ADD CONSTRAINT entrants_pkey PRIMARY KEY (tournament_id, index);

ALTER TABLE ONLY entrants
    ADD CONSTRAINT entrants_tournament_id_version_id_key UNIQUE (tournament_id, version_id);

ALTER TABLE ONLY epochs
    ADD CONSTRAINT epochs_pkey PRIMARY KEY (tournament_id, index);

ALTER TABLE ONLY faults
    ADD CONSTRAINT faults_pkey PRIMARY KEY (version_id, fault);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_id UNIQUE (id, board_id);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_one_result PRIMARY KEY (board_id, rotation, attempt);

ALTER TABLE ONLY gate_blocks
    ADD CONSTRAINT gate_blocks_pkey PRIMARY KEY (tournament_id, variant_index, deals, total);

ALTER TABLE ONLY gate_path
    ADD CONSTRAINT gate_path_pkey PRIMARY KEY (tournament_id, judged);

ALTER TABLE ONLY gate_tallies
    ADD CONSTRAINT gate_tallies_pkey PRIMARY KEY (tournament_id, variant_index);

ALTER TABLE ONLY gates
    ADD CONSTRAINT gates_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY gateways
    ADD CONSTRAINT gateways_pkey PRIMARY KEY (id);

ALTER TABLE ONLY held_answers
    ADD CONSTRAINT held_answers_pkey PRIMARY KEY (seat_id, token, gateway, opening);

ALTER TABLE ONLY instances
    ADD CONSTRAINT instances_pkey PRIMARY KEY (gateway_id, version_id, instance);

ALTER TABLE ONLY invites
    ADD CONSTRAINT invites_hash_key UNIQUE (hash);

ALTER TABLE ONLY invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (id);

ALTER TABLE ONLY journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ladders
    ADD CONSTRAINT ladders_next_id_key UNIQUE (next_id);

ALTER TABLE ONLY ladders
    ADD CONSTRAINT ladders_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY luck
    ADD CONSTRAINT luck_pkey PRIMARY KEY (board_id);

ALTER TABLE ONLY luck_wanted
    ADD CONSTRAINT luck_wanted_pkey PRIMARY KEY (tournament_id);

ALTER TABLE ONLY memory_tallies
    ADD CONSTRAINT memory_tallies_pkey PRIMARY KEY (tournament_id, variant_index, version_id,
        first_seat, last_seat);

ALTER TABLE ONLY migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY official_fits
    ADD CONSTRAINT official_fits_pkey PRIMARY KEY (variant, revision, pool, format);

ALTER TABLE ONLY opinion_mark
    ADD CONSTRAINT opinion_mark_pkey PRIMARY KEY (one);

ALTER TABLE ONLY opinions
    ADD CONSTRAINT opinions_pkey PRIMARY KEY (variant, revision, version_id);

ALTER TABLE ONLY owners
    ADD CONSTRAINT owners_name_unique UNIQUE (name);

ALTER TABLE ONLY owners
    ADD CONSTRAINT owners_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pair_offers
    ADD CONSTRAINT pair_offers_first_id_second_id_owner_id_key UNIQUE (first_id, second_id,
        owner_id);

ALTER TABLE ONLY pair_offers
    ADD CONSTRAINT pair_offers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pairs
    ADD CONSTRAINT pairs_first_id_second_id_key UNIQUE (first_id, second_id);

ALTER TABLE ONLY pairs
    ADD CONSTRAINT pairs_pkey PRIMARY KEY (version_id);

ALTER TABLE ONLY play_counts
    ADD CONSTRAINT play_counts_pkey PRIMARY KEY (version_id, tournament_id, variant_index);

ALTER TABLE ONLY practice_tables
    ADD CONSTRAINT practice_tables_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (variant, revision, pool, format, version_id);

ALTER TABLE ONLY runner_looks
    ADD CONSTRAINT runner_looks_pkey PRIMARY KEY (one);

ALTER TABLE ONLY seat_logs
    ADD CONSTRAINT seat_logs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY seat_scores
    ADD CONSTRAINT seat_scores_pkey PRIMARY KEY (tournament_id, variant_index, version_id, seat);

ALTER TABLE ONLY seat_tallies
    ADD CONSTRAINT seat_tallies_pkey PRIMARY KEY (tournament_id, variant_index);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY signers
    ADD CONSTRAINT signers_pkey PRIMARY KEY (key);

ALTER TABLE ONLY strikes
    ADD CONSTRAINT strikes_pkey PRIMARY KEY (version_id, minute);

ALTER TABLE ONLY suspensions
    ADD CONSTRAINT suspensions_pkey PRIMARY KEY (version_id);

ALTER TABLE ONLY tallies
    ADD CONSTRAINT tallies_pkey PRIMARY KEY (tournament_id, variant_index, players);

ALTER TABLE ONLY timeouts
    ADD CONSTRAINT timeouts_pkey PRIMARY KEY (game_id, hand, decision, seat);

ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_hash_unique UNIQUE (hash);

ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tournament_variants
    ADD CONSTRAINT tournament_variants_pkey PRIMARY KEY (tournament_id, index);

ALTER TABLE ONLY tournament_variants
    ADD CONSTRAINT tournament_variants_tournament_id_variant_key UNIQUE (tournament_id, variant);

ALTER TABLE ONLY tournaments
    ADD CONSTRAINT tournaments_name_unique UNIQUE (name);

ALTER TABLE ONLY tournaments
    ADD CONSTRAINT tournaments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tournaments
    ADD CONSTRAINT tournaments_settled_key UNIQUE (settled);

ALTER TABLE ONLY voids
    ADD CONSTRAINT voids_pkey PRIMARY KEY (board_id, attempt);

ALTER TABLE ONLY workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (name);

CREATE INDEX acts_at ON acts USING btree (at);

CREATE INDEX away_of_version ON away USING btree (version_id);

CREATE INDEX block_seats_of_version ON block_seats USING btree (version_id);

CREATE INDEX blocks_claimed ON blocks USING btree (tournament_id, claimed) WHERE (claimed IS NOT
    NULL);

CREATE INDEX blocks_failed ON blocks USING btree (tournament_id) WHERE (state = 'failed'::text);

CREATE INDEX blocks_leased ON blocks USING btree (tournament_id) WHERE (state = 'leased'::text);

CREATE INDEX blocks_of_epoch ON blocks USING btree (tournament_id, epoch) WHERE (state <>
    'done'::text);

CREATE INDEX blocks_open ON blocks USING btree (tournament_id, ((id + 0))) WHERE (state = ANY
    (ARRAY['owed'::text, 'leased'::text]));

CREATE INDEX blocks_passed_over ON blocks USING btree (((id + 0))) WHERE ((state = ANY
    (ARRAY['owed'::text, 'leased'::text])) AND (passed_since IS NOT NULL));

CREATE INDEX blocks_unfinished ON blocks USING btree (tournament_id) WHERE (state <> 'done'::text);

CREATE INDEX boards_by_state ON boards USING btree (tournament_id, state);

CREATE INDEX boards_of_block ON boards USING btree (block_id);

CREATE UNIQUE INDEX boards_of_deal ON boards USING btree (tournament_id, deal, side) WHERE (deal IS
    NOT NULL);

CREATE INDEX boards_unplayed ON boards USING btree (tournament_id) WHERE (state = ANY
    (ARRAY['cancelled'::text, 'forfeited'::text]));

CREATE INDEX boards_unrated ON boards USING btree (tournament_id, number) WHERE ((state =
    'closed'::text) AND (NOT rated));

CREATE INDEX boards_with_faults ON boards USING btree (tournament_id, number) WHERE ((state =
    'closed'::text) AND (cardinality(array_remove(faults, 0)) > 0));

CREATE INDEX bundle_parts_put ON bundle_parts USING btree (put);

CREATE INDEX bundles_hash ON bundles USING btree (hash);

CREATE INDEX bundles_waiting ON bundles USING btree (submitted) WHERE (state = 'waiting'::text);

CREATE INDEX contribution_lists_unsigned ON contribution_lists USING btree (tournament_id, attempt)
    WHERE ((closed IS NOT NULL) AND (signature IS NULL));

CREATE INDEX elo_steps_of_version ON elo_steps USING btree (version_id);

CREATE INDEX epochs_unsigned ON epochs USING btree (tournament_id, index) WHERE ((signature IS NULL)
    AND (root IS NOT NULL));

CREATE INDEX gates_open ON gates USING btree (tournament_id) WHERE (decision = ''::text);

CREATE INDEX held_answers_written ON held_answers USING btree (written);

CREATE INDEX instances_of_version ON instances USING btree (version_id);

CREATE INDEX journal_of_game ON journal USING btree (game_id, id);

CREATE INDEX pairs_of_second ON pairs USING btree (second_id);

CREATE INDEX practice_tables_of_deal ON practice_tables USING btree (deal, made);

CREATE INDEX practice_tables_of_person ON practice_tables USING btree (person, touched);

CREATE INDEX practice_tables_touched ON practice_tables USING btree (touched);

CREATE INDEX seat_logs_of_version ON seat_logs USING btree (version_id, id);

CREATE INDEX sessions_of_token ON sessions USING btree (token_id, created);

CREATE INDEX tallies_of_players ON tallies USING gin (players);

CREATE INDEX timeouts_of_board ON timeouts USING btree (board_id);

CREATE INDEX tokens_looked_up ON tokens USING btree (SUBSTRING(hash FROM 1 FOR 8));

CREATE INDEX tokens_of_owner ON tokens USING btree (owner_id);

CREATE INDEX tokens_of_version ON tokens USING btree (version_id);

CREATE UNIQUE INDEX tournaments_master_unique ON tournaments USING btree (sha256(master));

CREATE STATISTICS boards_faulty ON cardinality(array_remove(faults, 0)) FROM boards;

CREATE OR REPLACE VIEW running_variants AS
 SELECT v.tournament_id,
    v.index,
    (COALESCE(array_agg(f.version_id) FILTER (WHERE (f.capacity >= v.seats_each)), '{}'::bigint[])
        ||
        CASE v.seats_each
            WHEN 2 THEN pairs_among(array_agg(f.version_id))
            ELSE NULL::bigint[]
        END) AS present,
    (COALESCE(array_agg(f.version_id) FILTER (WHERE (f.free >= v.seats_each)), '{}'::bigint[]) ||
        CASE v.seats_each
            WHEN 2 THEN pairs_among(array_agg(f.version_id) FILTER (WHERE (f.free > 0)))
            ELSE NULL::bigint[]
        END) AS free,
    v.family,
    t.priority
   FROM ((tournament_variants v
     JOIN tournaments t ON (((t.id = v.tournament_id) AND (t.state = 'running'::text))))
     JOIN free_seats f ON ((f.variant = v.variant)))
  GROUP BY v.tournament_id, v.index, t.priority;

CREATE TRIGGER count_fewer AFTER DELETE ON boards REFERENCING OLD TABLE AS moved FOR EACH STATEMENT
    EXECUTE FUNCTION count_boards();

CREATE TRIGGER count_more AFTER INSERT ON boards REFERENCING NEW TABLE AS moved FOR EACH STATEMENT
    EXECUTE FUNCTION count_boards();

CREATE TRIGGER guard BEFORE UPDATE OF state ON blocks FOR EACH ROW EXECUTE FUNCTION
    guard_state('owed>leased', 'leased>owed', 'leased>done', 'leased>failed', 'owed>failed',
    'failed>owed', 'owed>done', 'failed>done');

CREATE TRIGGER guard BEFORE UPDATE OF state ON boards FOR EACH ROW EXECUTE FUNCTION
    guard_state('owed>playing', 'playing>owed', 'playing>closed', 'owed>cancelled',
    'owed>forfeited', 'playing>cancelled');

CREATE TRIGGER guard BEFORE UPDATE OF id, bot_id, version, build ON bot_versions FOR EACH ROW WHEN
    ((((new.id <> old.id) OR (new.bot_id <> old.bot_id) OR (new.version <> old.version)) OR
    ((old.build IS NOT NULL) AND (new.build IS DISTINCT FROM old.build)))) EXECUTE FUNCTION
    guard_version();

CREATE TRIGGER guard BEFORE UPDATE OF id, name, owner_id ON bots FOR EACH ROW WHEN (((new.id <>
    old.id) OR (new.name <> old.name) OR (new.owner_id <> old.owner_id))) EXECUTE FUNCTION
    guard_version();

CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON games FOR EACH ROW WHEN ((old.ended IS NOT NULL))
    EXECUTE FUNCTION guard_result();

CREATE TRIGGER guard BEFORE UPDATE OF state ON tournaments FOR EACH ROW EXECUTE FUNCTION
    guard_state('created>running', 'created>drawing', 'drawing>running', 'running>paused',
    'paused>running', 'running>finished', 'paused>finished', 'created>cancelled',
    'drawing>cancelled', 'running>cancelled', 'paused>cancelled', 'finished>running');

CREATE TRIGGER guard_token BEFORE UPDATE ON blocks FOR EACH ROW EXECUTE FUNCTION guard_token();

ALTER TABLE ONLY archived_tournaments
    ADD CONSTRAINT archived_tournaments_part_fkey FOREIGN KEY (part) REFERENCES archived_parts(part)
        ON DELETE CASCADE;

ALTER TABLE ONLY archived_tournaments
    ADD CONSTRAINT archived_tournaments_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        tournaments(id);

ALTER TABLE ONLY arena_lag
    ADD CONSTRAINT arena_lag_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY away
    ADD CONSTRAINT away_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id, variant_index)
        REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY away
    ADD CONSTRAINT away_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY block_seats
    ADD CONSTRAINT block_seats_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id);

ALTER TABLE ONLY block_seats
    ADD CONSTRAINT block_seats_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY blocks
    ADD CONSTRAINT blocks_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY boards
    ADD CONSTRAINT boards_block_id_fkey FOREIGN KEY (block_id) REFERENCES blocks(id);

ALTER TABLE ONLY boards
    ADD CONSTRAINT boards_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id);

ALTER TABLE ONLY bot_versions
    ADD CONSTRAINT bot_versions_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES bots(id);

ALTER TABLE ONLY bots
    ADD CONSTRAINT bots_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id);

ALTER TABLE ONLY bundle_parts
    ADD CONSTRAINT bundle_parts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id);

ALTER TABLE ONLY bundles
    ADD CONSTRAINT bundles_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES tokens(id);

ALTER TABLE ONLY bundles
    ADD CONSTRAINT bundles_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY challenges
    ADD CONSTRAINT challenges_opponent_id_fkey FOREIGN KEY (opponent_id) REFERENCES bots(id);

ALTER TABLE ONLY challenges
    ADD CONSTRAINT challenges_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id);

ALTER TABLE ONLY challenges
    ADD CONSTRAINT challenges_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        gates(tournament_id) ON DELETE CASCADE;

ALTER TABLE ONLY contribution_lists
    ADD CONSTRAINT contribution_lists_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        tournaments(id);

ALTER TABLE ONLY contributions
    ADD CONSTRAINT contributions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id);

ALTER TABLE ONLY contributions
    ADD CONSTRAINT contributions_tournament_id_attempt_fkey FOREIGN KEY (tournament_id, attempt)
        REFERENCES contribution_lists(tournament_id, attempt);

ALTER TABLE ONLY elo_steps
    ADD CONSTRAINT elo_steps_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY elo_steps
    ADD CONSTRAINT elo_steps_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY entrants
    ADD CONSTRAINT entrants_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        tournaments(id);

ALTER TABLE ONLY entrants
    ADD CONSTRAINT entrants_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY epochs
    ADD CONSTRAINT epochs_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id);

ALTER TABLE ONLY faults
    ADD CONSTRAINT faults_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE games
    ADD CONSTRAINT games_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id);

ALTER TABLE ONLY gate_blocks
    ADD CONSTRAINT gate_blocks_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY gate_path
    ADD CONSTRAINT gate_path_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        gates(tournament_id) ON DELETE CASCADE;

ALTER TABLE ONLY gate_tallies
    ADD CONSTRAINT gate_tallies_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY gates
    ADD CONSTRAINT gates_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id);

ALTER TABLE ONLY instances
    ADD CONSTRAINT instances_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateways(id) ON
        DELETE CASCADE;

ALTER TABLE ONLY instances
    ADD CONSTRAINT instances_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY invites
    ADD CONSTRAINT invites_made_by_fkey FOREIGN KEY (made_by) REFERENCES tokens(id);

ALTER TABLE ONLY invites
    ADD CONSTRAINT invites_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id);

ALTER TABLE ONLY journal
    ADD CONSTRAINT journal_game FOREIGN KEY (board_id, game_id) REFERENCES games(board_id, id) ON
        DELETE CASCADE;

ALTER TABLE ONLY ladders
    ADD CONSTRAINT ladders_next_id_fkey FOREIGN KEY (next_id) REFERENCES tournaments(id);

ALTER TABLE ONLY ladders
    ADD CONSTRAINT ladders_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        tournaments(id);

ALTER TABLE ONLY luck
    ADD CONSTRAINT luck_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id);

ALTER TABLE ONLY luck_wanted
    ADD CONSTRAINT luck_wanted_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        tournaments(id);

ALTER TABLE ONLY memory_tallies
    ADD CONSTRAINT memory_tallies_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY memory_tallies
    ADD CONSTRAINT memory_tallies_version_id_fkey FOREIGN KEY (version_id) REFERENCES
        bot_versions(id);

ALTER TABLE ONLY opinions
    ADD CONSTRAINT opinions_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY pair_offers
    ADD CONSTRAINT pair_offers_first_id_fkey FOREIGN KEY (first_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY pair_offers
    ADD CONSTRAINT pair_offers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id);

ALTER TABLE ONLY pair_offers
    ADD CONSTRAINT pair_offers_second_id_fkey FOREIGN KEY (second_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY pairs
    ADD CONSTRAINT pairs_first_id_fkey FOREIGN KEY (first_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY pairs
    ADD CONSTRAINT pairs_second_id_fkey FOREIGN KEY (second_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY pairs
    ADD CONSTRAINT pairs_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY play_counts
    ADD CONSTRAINT play_counts_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY play_counts
    ADD CONSTRAINT play_counts_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY ratings
    ADD CONSTRAINT ratings_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY seat_logs
    ADD CONSTRAINT seat_logs_version_id_fkey FOREIGN KEY (version_id) REFERENCES
        bundles(version_id);

ALTER TABLE ONLY seat_scores
    ADD CONSTRAINT seat_scores_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY seat_scores
    ADD CONSTRAINT seat_scores_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY seat_tallies
    ADD CONSTRAINT seat_tallies_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id);

ALTER TABLE ONLY signers
    ADD CONSTRAINT signers_before_fkey FOREIGN KEY (before) REFERENCES signers(key);

ALTER TABLE ONLY strikes
    ADD CONSTRAINT strikes_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY suspensions
    ADD CONSTRAINT suspensions_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY tallies
    ADD CONSTRAINT tallies_tournament_id_variant_index_fkey FOREIGN KEY (tournament_id,
        variant_index) REFERENCES tournament_variants(tournament_id, index);

ALTER TABLE ONLY timeouts
    ADD CONSTRAINT timeouts_game FOREIGN KEY (board_id, game_id) REFERENCES games(board_id, id) ON
        DELETE CASCADE;

ALTER TABLE ONLY timeouts
    ADD CONSTRAINT timeouts_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_made_by_fkey FOREIGN KEY (made_by) REFERENCES tokens(id);

ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners(id);

ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_version_id_fkey FOREIGN KEY (version_id) REFERENCES bot_versions(id);

ALTER TABLE ONLY tournament_variants
    ADD CONSTRAINT tournament_variants_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES
        tournaments(id);

ALTER TABLE ONLY voids
    ADD CONSTRAINT voids_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE
        CASCADE;
