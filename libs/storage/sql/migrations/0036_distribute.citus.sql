-- Distributes what belongs to websites over the nodes, by website: all rows of a website are on one
-- node, in shards that move together. Reports about a website are then statements of one node, and
-- the transaction that writes its visits, too. What reports join with that is on every node. All
-- else stays on the coordinator, with its keys and triggers.

-- Visits are partitioned by time, by weeks that begin on Monday in UTC, so that old ones can be
-- dropped instead of deleted. Those of other times are in a partition of their own.
DROP VIEW visit_entries;
ALTER TABLE visits RENAME TO visits_of_before;
ALTER INDEX visits_website_id_time RENAME TO visits_of_before_website_id_time;
CREATE TABLE visits (LIKE visits_of_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (time);
CREATE INDEX visits_website_id_time ON visits (website_id, time);
CREATE TABLE visits_other PARTITION OF visits DEFAULT;
-- Erasing visits while their shard moves needs to tell rows apart, and visits have no key.
ALTER TABLE visits_other REPLICA IDENTITY FULL;
INSERT INTO visits SELECT * FROM visits_of_before;
DROP TABLE visits_of_before;
CREATE VIEW visit_entries AS
SELECT v.time, v.website_id, v.bot_id, v.verification, v.status_code, v.page_id, v.late,
  coalesce(c.method, v.method) AS method, coalesce(c.host, v.host) AS host, coalesce(p.path, v.path) AS path, v.ip,
  coalesce(c.user_agent, v.user_agent) AS user_agent, coalesce(c.browser, v.browser) AS browser,
  coalesce(c.os, v.os) AS os, coalesce(c.device, v.device) AS device,
  coalesce(r.referer, v.referer) AS referer, coalesce(r.source, v.referral_source) AS referral_source
FROM visits v
LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id
LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
LEFT JOIN pages p ON p.website_id = v.website_id AND p.id = v.page_id;

-- The ledger has a row for each website of a batch: the parts of a batch are written on several
-- nodes. A batch without visits is noted under no website.
ALTER TABLE log_batches ADD COLUMN website_id integer NOT NULL DEFAULT 0;
ALTER TABLE log_batches DROP CONSTRAINT log_batches_pkey, ADD PRIMARY KEY (website_id, id);

SELECT create_reference_table(relation)
FROM unnest(ARRAY['schema_migrations', 'bots', 'declared_bots']) AS relation;

-- Writers name shards, and know of one place for each.
SET LOCAL citus.shard_replication_factor = 1;
SELECT create_distributed_table('visits', 'website_id', colocate_with => 'none');
SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY[
  'log_batches', 'pages', 'page_quotas', 'clients', 'referers', 'dictionary_numbers', 'dictionary_quotas',
  'late_traffic_hourly', 'late_traffic_daily', 'late_pages_daily', 'statuses_hourly', 'statuses_daily',
  'referrals_hourly', 'referrals_daily', 'clients_daily', 'skipped_daily', 'spoofed_daily',
  'page_digests', 'page_positions', 'bot_page_sets', 'sitemaps'
]) AS relation;

-- Lets a transaction write straight into the tables of shards of visits and into those beside them,
-- on the node that has them. Whoever moves or splits a shard takes the same lock before the last
-- changes are copied. So either that waits for this transaction, or this one waits, and then finds
-- the shard gone; its error has a code of our own, and writers ask again where the shard is.
CREATE FUNCTION hold_shards(shards bigint[], known integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A migration that changes how visits are counted, and a repair, lock the table on every node.
  PERFORM lock_relation_if_exists('visits', 'ROW EXCLUSIVE');
  -- The mode ShareLock.
  PERFORM lock_shard_metadata(5, shards);
  IF (SELECT count(*) FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = ANY (shards))
    <> cardinality(shards) THEN
    RAISE EXCEPTION 'one of the shards % is not on this node', shards USING ERRCODE = 'ZR002';
  END IF;
  PERFORM require_newest_release(known);
  -- Whoever moves a shard reads how far the log is written. A commit that does not wait for that
  -- can be behind it, and what it wrote would be left behind.
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'local', true);
  END IF;
END
$$;

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

SELECT make_visit_partitions(now() - INTERVAL '1 week', now() + INTERVAL '4 weeks');

-- Statements that run on the nodes call functions of the product, so every node has all of them.
SELECT create_distributed_function(f.oid::regprocedure)
FROM pg_proc f
WHERE f.pronamespace = current_schema()::regnamespace AND f.prorettype <> 'trigger'::regtype
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = f.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
  AND NOT EXISTS (
    SELECT FROM pg_catalog.pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = f.oid
  );
