-- Keeps the workers of an older release from writing visits. They know nothing of what a newer
-- schema counts, so their visits could be missing there for good.
--
-- A writer says which version of the schema it knows. The function is volatile, so that it sees a
-- migration for whose locks the writer has waited. The error has a code of our own: writers put
-- their jobs back, and a worker of the newer release takes them.
CREATE FUNCTION require_newest_release(known integer) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  newest CONSTANT integer := (SELECT max(version) FROM schema_migrations);
BEGIN
  IF newest > known THEN
    RAISE EXCEPTION 'the database has schema version %, and this release knows %: stop this worker and start one of the newer release',
      newest, known USING ERRCODE = 'ZR001';
  END IF;
END
$$;
