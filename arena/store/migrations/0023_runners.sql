-- A runner holds streams for versions that were handed in. Its token stands for nobody's bot: it
-- may ask what runners ask, and open streams for admitted versions.
ALTER TABLE tokens DROP CONSTRAINT tokens_scope_check;
ALTER TABLE tokens ADD CONSTRAINT tokens_scope_check
    CHECK (scope IN ('operator', 'owner', 'bot', 'runner'));
