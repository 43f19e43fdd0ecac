-- Drops the partitions of raw visits that are older than the retention. Returns how many.
-- $1 days
SELECT dropped FROM drop_visit_partitions(now() - make_interval(days => $1::integer + 1))
