-- Every accepted log entry, one row each. In this flavour they are partitioned by time, by weeks
-- that begin on Monday in UTC, so that old ones can be dropped instead of deleted. Those of other
-- times are in a partition of their own. No aggregate counts anything, so every visit is late:
-- its writer counts it.

CREATE TABLE visits (
  LIKE visit_columns INCLUDING ALL,
  -- Nobody would count a visit that is not marked as late.
  CONSTRAINT visits_late CHECK (late)
) PARTITION BY RANGE (time);
INSERT INTO website_relations (relation, level) VALUES ('visits', 1);
DROP TABLE visit_columns;
CREATE INDEX visits_website_id_time ON visits (website_id, time);
CREATE TABLE visits_other PARTITION OF visits DEFAULT;
-- Erasing visits while their shard moves needs to tell rows apart, and visits have no key.
ALTER TABLE visits_other REPLICA IDENTITY FULL;

-- Makes the partitions for the weeks of this time that do not exist.
CREATE FUNCTION make_visit_partitions(since timestamptz, until timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  week timestamptz;
  made integer := 0;
BEGIN
  FOR week IN
    SELECT start FROM generate_series(date_trunc('week', since, 'UTC'), until, INTERVAL '168 hours') AS start
    WHERE to_regclass('visits_' || to_char(start AT TIME ZONE 'UTC', 'YYYY_MM_DD')) IS NULL
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF visits FOR VALUES FROM (%L) TO (%L)',
      'visits_' || to_char(week AT TIME ZONE 'UTC', 'YYYY_MM_DD'), week, week + INTERVAL '168 hours');
    EXECUTE format('ALTER TABLE %I REPLICA IDENTITY FULL', 'visits_' || to_char(week AT TIME ZONE 'UTC', 'YYYY_MM_DD'));
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

-- Drops the partitions of weeks that ended before this moment. Returns how many there were, and
-- when the first week begins that is kept whole; null when nothing was dropped.
CREATE FUNCTION drop_visit_partitions(before timestamptz, OUT dropped integer, OUT since timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  old record;
BEGIN
  dropped := 0;
  FOR old IN
    SELECT partition, to_value::timestamptz AS ended FROM time_partitions
    WHERE parent_table = 'visits'::regclass AND to_value::timestamptz <= before
    ORDER BY ended
  LOOP
    EXECUTE format('DROP TABLE %s', old.partition);
    dropped := dropped + 1;
    since := old.ended;
  END LOOP;
END
$$;

-- Visits older than this are written as late.
CREATE FUNCTION late_before() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 'infinity'::timestamptz $$;

-- This flavour writes all visits as rows.
CREATE FUNCTION compress_directly() RETURNS void LANGUAGE sql AS $$ SELECT $$;
