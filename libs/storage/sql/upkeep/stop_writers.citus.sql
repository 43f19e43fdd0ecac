-- Lets nobody write visits of a website until the transaction ends. The lock is taken on the node that
-- has the website: it is in the way of hold_shard, and of nobody who only reads.
-- $1 website
SELECT lock_shard_metadata(7, ARRAY[get_shard_id_for_distribution_column('visits', $1::integer)])
FROM (SELECT count(*) FROM visits WHERE website_id = $1) one
