-- Gates are judged by bets on the mean differences of blocks of deals (docs/explanation/gates.md),
-- no more by a likelihood ratio, and what they tell apart is given in board Elo instead of in
-- standard deviations. What was asked in the one unit cannot be answered in the other: a gate under
-- way ends undecided, its boards that nobody has begun are taken off the list, and it is to be made
-- again. A gate that is decided keeps its verdict and its scores; `above` and `below` are null.
UPDATE tournaments t SET state = 'cancelled' FROM gates g
WHERE g.tournament_id = t.id AND g.decision = '' AND t.state IN ('created', 'running', 'paused');
DELETE FROM boards b USING blocks k, gates g
WHERE k.id = b.block_id AND k.state = 'owed' AND k.token = 0
    AND g.tournament_id = k.tournament_id AND g.decision = '';
DELETE FROM blocks k USING gates g
WHERE k.state = 'owed' AND k.token = 0 AND g.tournament_id = k.tournament_id AND g.decision = '';
UPDATE gates SET decision = 'undecided' WHERE decision = '';

ALTER TABLE gates DROP COLUMN elo0, DROP COLUMN elo1,
    ADD COLUMN above float8, ADD COLUMN below float8,
    ADD CHECK (above < below),
    ADD CHECK (num_nulls(above, below) = 0 OR num_nulls(above, below) = 2 AND decision <> '');

ALTER TABLE gate_tallies DROP COLUMN new_squares, DROP COLUMN old_squares, DROP COLUMN products;

-- How many blocks of a variant had so many deals that count, whose differences came to `total` half
-- points, the new version's less the old one's. The rows of `gate_tallies` are the sums of these.
CREATE TABLE gate_blocks (
    tournament_id bigint NOT NULL,
    variant_index integer NOT NULL,
    deals integer NOT NULL CHECK (deals > 0),
    total integer NOT NULL,
    blocks bigint NOT NULL CHECK (blocks > 0),
    PRIMARY KEY (tournament_id, variant_index, deals, total),
    FOREIGN KEY (tournament_id, variant_index) REFERENCES tournament_variants
);
