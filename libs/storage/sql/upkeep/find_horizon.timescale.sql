-- The horizon in epoch milliseconds, and its epoch.
SELECT epoch, (extract(epoch FROM late_before) * 1000)::bigint AS late_before,
  (extract(epoch FROM since) * 1000)::bigint AS since
FROM roll_up_horizon
