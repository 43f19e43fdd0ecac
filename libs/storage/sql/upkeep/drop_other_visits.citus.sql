-- Deletes the oldest day of the visits that are in no partition of their own and older than the
-- retention.
-- $1 days
DELETE FROM visits_other
WHERE time < least(now() - make_interval(days => $1::integer + 1),
  (SELECT min(time) + INTERVAL '24 hours' FROM visits_other))
