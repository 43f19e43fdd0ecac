-- How the views that reports read are defined, and the tables on every node that stand for the
-- tables that are the same on all of them.
-- $1 names of views, $2 names of tables
SELECT relname AS name, rtrim(pg_get_viewdef(oid), ';') AS definition
FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'v' AND relname = ANY ($1::text[])
UNION ALL
SELECT logicalrelid::text, format('SELECT * FROM %s', shard_name(logicalrelid, shardid))
FROM pg_dist_shard JOIN pg_dist_partition USING (logicalrelid)
WHERE partmethod = 'n' AND logicalrelid::text = ANY ($2::text[])
