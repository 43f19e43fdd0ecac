-- Sets the chunk interval. Existing chunks do not change.
-- $1 days
SELECT set_chunk_time_interval('visits', make_interval(days => $1::integer))
