-- Distributes what belongs to websites over the nodes, by website: all rows of a website are on one
-- node, in shards that move together. Reports about a website are then statements of one node, and
-- the transaction that writes its visits, too. What reports join with that is on every node. All
-- else stays on the coordinator, with its keys and triggers.

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

SELECT make_visit_partitions(now() - INTERVAL '1 week', now() + INTERVAL '4 weeks');

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

-- Tells a statement that reads the tables of a shard of visits, and those beside it, on the node
-- that has them, whether they are there: in the snapshot of the statement. Otherwise it fails with
-- the code of hold_shards, and who asked looks where the shard is. Tables of a shard that has moved
-- stay for a while, and nobody writes to them.
CREATE FUNCTION is_here(shard bigint) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = shard) THEN
    RAISE EXCEPTION 'shard % is not on this node', shard USING ERRCODE = 'ZR002';
  END IF;
  RETURN true;
END
$$;

-- Statements that run on the nodes call functions of the product, so every node has all of them.
SELECT create_distributed_function(f.oid::regprocedure)
FROM pg_proc f
WHERE f.pronamespace = current_schema()::regnamespace AND f.prorettype <> 'trigger'::regtype
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = f.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
  AND NOT EXISTS (
    SELECT FROM pg_catalog.pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = f.oid
  );
