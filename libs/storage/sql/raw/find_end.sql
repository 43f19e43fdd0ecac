-- Where so many of the chosen visits end: how many were found, up to one more, and the place of the
-- last one that is wanted, with the number of equal ones up to it.
-- The parameters before these are those of chosen_visits.sql.
-- $12 how many equal ones of the first place are left out, $13 wanted
, found AS MATERIALIZED (
  SELECT time, hash FROM chosen ORDER BY time, hash OFFSET $12 LIMIT $13::integer + 1
), last AS (
  SELECT time, hash FROM found ORDER BY time, hash OFFSET greatest($13::integer - 1, 0) LIMIT 1
)
SELECT (SELECT count(*) FROM found)::integer AS found, (extract(epoch FROM l.time) * 1000)::float8 AS at, l.hash::text AS place,
  $13::integer - (SELECT count(*) FROM found f WHERE (f.time, f.hash) < (l.time, l.hash))::integer AS equal
FROM (SELECT) one LEFT JOIN last l ON true
