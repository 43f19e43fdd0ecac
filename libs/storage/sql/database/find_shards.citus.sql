-- Where the shards of visits are, each with the names of the tables that stand beside it there, by
-- the names of the relations that they are parts of.
SELECT s.shardid AS id, n.nodename AS host, n.nodeport AS port, n.groupid = 0 AS "onCoordinator",
  jsonb_object_agg(beside.relname, shard_name(o.logicalrelid, o.shardid)) AS names
FROM pg_dist_shard s
JOIN pg_dist_partition p ON p.logicalrelid = s.logicalrelid
JOIN pg_dist_placement m ON m.shardid = s.shardid
JOIN pg_dist_node n ON n.groupid = m.groupid AND n.noderole = 'primary'
JOIN pg_dist_partition q ON q.colocationid = p.colocationid
JOIN pg_class beside ON beside.oid = q.logicalrelid AND NOT beside.relispartition
JOIN pg_dist_shard o ON o.logicalrelid = q.logicalrelid AND o.shardminvalue = s.shardminvalue
WHERE s.logicalrelid = 'visits'::regclass
GROUP BY 1, 2, 3, 4
