-- Tournaments can be paused, resumed and cancelled; blocks that were set aside can be tried again.

-- created -> running     start_tournament
-- running -> paused      pause_tournament: nothing more is claimed, what is at the tables ends as usual
-- paused -> running      resume_tournament
-- running, paused -> finished   finish, with the tournament's last block
-- created, running, paused -> cancelled   cancel_tournament: as paused, for good; boards that were closed stay and count
DROP TRIGGER guard ON tournaments;
CREATE TRIGGER guard BEFORE UPDATE OF state ON tournaments
    FOR EACH ROW EXECUTE FUNCTION guard_state('created>running', 'running>paused', 'paused>running', 'running>finished',
        'paused>finished', 'created>cancelled', 'running>cancelled', 'paused>cancelled');
ALTER TABLE tournaments
    DROP CONSTRAINT tournaments_state_check,
    ADD CONSTRAINT tournaments_state_check CHECK (state IN ('created', 'running', 'paused', 'finished', 'cancelled')),
    DROP CONSTRAINT tournaments_check,
    ADD CONSTRAINT tournaments_settled CHECK (settled IS NULL OR state IN ('finished', 'cancelled'));

-- poisoned -> owed   retry_blocks, with all attempts before it again
DROP TRIGGER guard ON blocks;
CREATE TRIGGER guard BEFORE UPDATE OF state ON blocks
    FOR EACH ROW EXECUTE FUNCTION guard_state('owed>leased', 'leased>owed', 'leased>done', 'leased>poisoned', 'owed>poisoned',
        'poisoned>owed');
