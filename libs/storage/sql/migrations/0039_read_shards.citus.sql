-- Tells a statement that reads the tables of a shard of visits, and those beside it, on the node
-- that has them, whether they are there: in the snapshot of the statement. Otherwise it fails with
-- the code of hold_shard, and who asked looks where the shard is. Tables of a shard that has moved
-- stay for a while, and nobody writes to them.
CREATE FUNCTION is_here(shard bigint) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = shard) THEN
    RAISE EXCEPTION 'shard % is not on this node', shard USING ERRCODE = 'ZR002';
  END IF;
  RETURN true;
END
$$;
