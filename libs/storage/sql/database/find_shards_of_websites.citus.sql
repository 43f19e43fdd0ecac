-- The shards of visits in which websites are.
-- $1 websites
SELECT website, get_shard_id_for_distribution_column('visits', website) AS shard
FROM unnest($1::integer[]) AS website
