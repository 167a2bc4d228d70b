-- What each decision was charged, as varints beside the actions (arena/rules/records/charges.py);
-- empty for what was played before.
ALTER TABLE games ADD COLUMN charges bytea NOT NULL DEFAULT '';
ALTER TABLE journal ADD COLUMN charges bytea NOT NULL DEFAULT '';
