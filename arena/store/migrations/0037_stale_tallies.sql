-- Whether the rater has to compute everything anew before anything else (`arena ratings --rebuild`): a migration that brings sums for which
-- boards from before it count says so here, and the rater does it with its next turn.
CREATE TABLE rater (
    is_stale boolean NOT NULL
);
CREATE UNIQUE INDEX rater_once ON rater ((true));

-- Stale are databases of releases before there were tallies (0012, 0013), or steps of Elo (0020), whose boards are not in them.
INSERT INTO rater SELECT EXISTS (
    SELECT FROM (SELECT tournament_id, count(*) AS boards FROM boards WHERE rated GROUP BY 1) rated
    JOIN tournaments t ON t.id = rated.tournament_id AND t.kind <> 'gate'
    WHERE rated.boards <> (SELECT coalesce(sum(s.boards), 0) FROM tallies s WHERE s.tournament_id = t.id)
        OR t.settled IS NOT NULL AND NOT EXISTS (SELECT FROM elo_steps e WHERE e.tournament_id = t.id)
);
