-- Notes from when on raw visits are kept, before older ones are dropped. Returns no row when there
-- are none.
-- $1 days
UPDATE visits_kept SET since = greatest(since, day_of(now() - make_interval(days => $1::integer + 1)))
WHERE EXISTS (SELECT 1 FROM visits WHERE time < now() - make_interval(days => $1::integer + 1))
RETURNING since
