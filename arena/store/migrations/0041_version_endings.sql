-- The page reads ".json", ".csv" and ".live" at the end of an address as a format, so a version
-- that ends in one had no page. "1.json" becomes "1-json", with its id behind it where the bot has
-- that name already. It stays the same version.
ALTER TABLE bot_versions DISABLE TRIGGER guard;
WITH renamed AS (
    SELECT id, bot_id, regexp_replace(version, '\.(json|csv|live)$', '-\1') AS version
    FROM bot_versions WHERE version ~ '\.(json|csv|live)$')
UPDATE bot_versions v SET version = CASE
    WHEN EXISTS (SELECT FROM bot_versions o WHERE o.bot_id = r.bot_id AND o.version = r.version)
    THEN left(r.version, 20) || '-' || r.id ELSE r.version END
FROM renamed r WHERE r.id = v.id;
ALTER TABLE bot_versions ENABLE TRIGGER guard;
