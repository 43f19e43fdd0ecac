-- Brings the chunk interval to its setting; chunks that exist stay.
-- $1 days
SELECT set_chunk_time_interval('visits', make_interval(days => $1::integer))
