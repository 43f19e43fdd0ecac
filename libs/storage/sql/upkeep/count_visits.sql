-- The number of raw visits that are kept.
-- $1 oldest day
SELECT count(*) AS visits FROM visits WHERE time >= $1
