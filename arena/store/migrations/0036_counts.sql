-- How far tournaments are, without a look at each of their boards.

-- Boards that there are, whatever became of them. They come and go by statements of many, with their tournament locked.
ALTER TABLE tournament_variants ADD boards bigint NOT NULL DEFAULT 0 CHECK (boards >= 0);
UPDATE tournament_variants v SET boards = c.boards FROM (
    SELECT k.tournament_id, k.variant_index, count(*) AS boards FROM boards b JOIN blocks k ON k.id = b.block_id GROUP BY 1, 2
) c WHERE (c.tournament_id, c.variant_index) = (v.tournament_id, v.index);

CREATE FUNCTION count_boards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tournament_variants v SET boards = v.boards + CASE TG_OP WHEN 'INSERT' THEN c.boards ELSE -c.boards END FROM (
        SELECT k.tournament_id, k.variant_index, count(*) AS boards FROM moved b JOIN blocks k ON k.id = b.block_id GROUP BY 1, 2
    ) c WHERE (c.tournament_id, c.variant_index) = (v.tournament_id, v.index);
    RETURN NULL;
END $$;
CREATE TRIGGER count_more AFTER INSERT ON boards REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_boards();
CREATE TRIGGER count_fewer AFTER DELETE ON boards REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_boards();

CREATE INDEX boards_unplayed ON boards (tournament_id) WHERE state IN ('cancelled', 'forfeited');
CREATE INDEX blocks_poisoned ON blocks (tournament_id) WHERE state = 'poisoned';

-- Closed boards are in `seat_tallies` once they are rated, in the same transaction, and those that are not have an index. Gates, which have no
-- tallies, are short.
CREATE VIEW board_counts AS
    SELECT t.id AS tournament_id, made.boards - gone.boards AS boards, made.games - gone.games AS games, gone.cancelled, gone.forfeited,
        CASE t.kind WHEN 'gate' THEN (SELECT count(*) FROM boards b WHERE b.tournament_id = t.id AND b.state = 'closed')
            ELSE (SELECT coalesce(sum(s.boards), 0)::bigint FROM seat_tallies s WHERE s.tournament_id = t.id)
                + (SELECT count(*) FROM boards b WHERE b.tournament_id = t.id AND b.state = 'closed' AND NOT b.rated)
            END AS closed
    FROM tournaments t CROSS JOIN LATERAL (
        SELECT coalesce(sum(v.boards), 0)::bigint AS boards, coalesce(sum(v.boards * (v.seats / v.seats_each)), 0)::bigint AS games
        FROM tournament_variants v WHERE v.tournament_id = t.id
    ) made CROSS JOIN LATERAL (
        SELECT count(*) AS boards, coalesce(sum(cardinality(b.line_up)), 0)::bigint AS games,
            count(*) FILTER (WHERE b.state = 'cancelled') AS cancelled, count(*) FILTER (WHERE b.state = 'forfeited') AS forfeited
        FROM boards b WHERE b.tournament_id = t.id AND b.state IN ('cancelled', 'forfeited')
    ) gone;

-- Boards somebody did something wrong on, for lists of infractions; and the evidence of the timeouts of a board.
CREATE INDEX boards_with_faults ON boards (tournament_id, number) WHERE state = 'closed' AND 0 < ANY (faults);
CREATE INDEX timeouts_of_board ON timeouts (board_id);
