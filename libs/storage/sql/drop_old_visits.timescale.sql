-- Drops chunks of raw visits that are older than the retention, with a day to spare for refreshes under way. Aggregates stay. $1 days
SELECT drop_chunks('visits', older_than => now() - make_interval(days => $1::integer + 1))
