-- Gates: is a new version stronger than an old one? A tournament of kind `gate`, whose entrants are the new version, the
-- old one, then the fillers. Its boards are added as it goes on, in rounds (arena/league/gate_schedule.py), and it ends when it is decided.

CREATE TABLE gates (
    tournament_id bigint PRIMARY KEY REFERENCES tournaments,
    elo0 float8 NOT NULL,
    elo1 float8 NOT NULL CHECK (elo0 < elo1),
    alpha float8 NOT NULL CHECK (alpha > 0 AND alpha < 0.5),
    beta float8 NOT NULL CHECK (beta > 0 AND beta < 0.5),
    deals integer NOT NULL CHECK (deals > 0),  -- at most
    rounds integer NOT NULL DEFAULT 0,  -- whose boards were added
    judged integer NOT NULL DEFAULT 0 CHECK (judged <= deals),  -- the deals before this one are in gate_tallies
    decision text NOT NULL DEFAULT '' CHECK (decision IN ('', 'stronger', 'not stronger', 'undecided'))
);
CREATE INDEX gates_open ON gates (tournament_id) WHERE decision = '';

-- arena/league/evidence.py says what the numbers are. A deal is counted in the transaction that raises `judged` beyond it.
CREATE TABLE gate_tallies (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    deals integer NOT NULL,
    new bigint NOT NULL,
    old bigint NOT NULL,
    new_squares bigint NOT NULL,
    old_squares bigint NOT NULL,
    products bigint NOT NULL,
    PRIMARY KEY (tournament_id, variant_index),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);

-- By substitution a deal has two boards with one seed, `new` and `old`; where the two versions meet it has one.
ALTER TABLE boards
    ADD deal integer CHECK (deal >= 0),
    ADD side text NOT NULL DEFAULT '' CHECK (side IN ('', 'new', 'old')),
    ADD CONSTRAINT boards_of_gates CHECK (side = '' OR deal IS NOT NULL);
CREATE UNIQUE INDEX boards_of_deal ON boards (tournament_id, deal, side) WHERE deal IS NOT NULL;

-- Whether cards, seed and record may be told: not while somebody is still to play the same deal.
CREATE FUNCTION is_public(b boards) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT b.state = 'closed' AND (b.side = '' OR NOT EXISTS (SELECT FROM boards o
        WHERE o.tournament_id = b.tournament_id AND o.deal = b.deal AND o.deal IS NOT NULL AND o.state <> 'closed'))
$$;
