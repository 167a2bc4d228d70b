-- What is rated is a version, so a version never changes: not its name, not whose it is, and not the build it is once it has told of one.
ALTER TABLE bot_versions ADD build text CONSTRAINT bot_versions_build CHECK (build ~ '^[ -~]{1,128}$');

CREATE FUNCTION guard_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% %: a version never changes', TG_TABLE_NAME, OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER guard BEFORE UPDATE OF id, bot_id, version, build ON bot_versions FOR EACH ROW
    WHEN ((NEW.id, NEW.bot_id, NEW.version) <> (OLD.id, OLD.bot_id, OLD.version)
        OR (OLD.build IS NOT NULL AND NEW.build IS DISTINCT FROM OLD.build))
    EXECUTE FUNCTION guard_version();
CREATE TRIGGER guard BEFORE UPDATE OF id, name, owner_id ON bots FOR EACH ROW
    WHEN ((NEW.id, NEW.name, NEW.owner_id) <> (OLD.id, OLD.name, OLD.owner_id)) EXECUTE FUNCTION guard_version();
