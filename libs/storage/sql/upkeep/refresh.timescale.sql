-- Recomputes the changed buckets of a window, the oldest first, because the watermark must not pass
-- buckets that are not materialised yet.
-- $1 relation, $2 from or null, $3 to, $4 buckets per transaction
CALL refresh_continuous_aggregate($1::regclass, $2::timestamptz, $3::timestamptz,
  options => jsonb_build_object('buckets_per_batch', $4::integer, 'refresh_newest_first', false))
