-- Tournaments that get more boards.

-- `extended`: boards for each line-up beyond `boards_each`. `reopened`: it was settled once, and the rater has yet to take that back.
ALTER TABLE tournaments
    ADD extended integer NOT NULL DEFAULT 0 CHECK (extended >= 0),
    ADD reopened boolean NOT NULL DEFAULT false CHECK (settled IS NULL OR NOT reopened);

-- finished -> running   boards were appended
DROP TRIGGER guard ON tournaments;
CREATE TRIGGER guard BEFORE UPDATE OF state ON tournaments
    FOR EACH ROW EXECUTE FUNCTION guard_state('created>running', 'running>paused', 'paused>running', 'running>finished',
        'paused>finished', 'created>cancelled', 'running>cancelled', 'paused>cancelled', 'finished>running');
