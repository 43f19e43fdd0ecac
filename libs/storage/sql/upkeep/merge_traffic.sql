-- Adds counts of traffic that writers have appended to the tables of traffic, and returns how many
-- of their rows it has taken. Reports read both, so they see no difference.
-- Written by npm run statements.
-- $1 websites, $2 the most rows that are taken
WITH taken AS (
  DELETE FROM unmerged_traffic
  WHERE website_id = ANY ($1::integer[]) AND ctid = ANY (ARRAY(
    SELECT ctid FROM unmerged_traffic WHERE website_id = ANY ($1::integer[]) LIMIT $2::integer))
  RETURNING *
), traffic_given AS MATERIALIZED (
  SELECT website_id, bucket, bot_id, sum(visits)::bigint AS visits, sum(error_visits)::bigint AS error_visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
  FROM (
    SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.visits, u.error_visits, u.verified_visits,
      u.spoofed_visits, u.unverifiable_visits, u.first_seen::timestamptz(3) AS first_seen,
      u.last_seen::timestamptz(3) AS last_seen
    FROM taken n, unnest(n.bot_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits, n.unverifiable_visits,
      n.first_seen, n.last_seen)
      AS u (bot_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits, first_seen,
        last_seen)
  ) counts
  GROUP BY website_id, bucket, bot_id
), traffic_hour AS (
  INSERT INTO late_traffic_hourly AS t (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, first_seen, last_seen)
  SELECT * FROM traffic_given
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits, error_visits = t.error_visits + excluded.error_visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
      first_seen = least(t.first_seen, excluded.first_seen),
      last_seen = greatest(t.last_seen, excluded.last_seen)
), traffic_day AS (
  INSERT INTO late_traffic_daily AS t (website_id, bucket, bot_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits, first_seen, last_seen)
  SELECT website_id, day_of(bucket), bot_id, sum(visits)::bigint AS visits,
    sum(error_visits)::bigint AS error_visits, sum(verified_visits)::bigint AS verified_visits,
    sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits, min(first_seen) AS first_seen,
    max(last_seen) AS last_seen
    FROM traffic_given
    GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET
    visits = t.visits + excluded.visits, error_visits = t.error_visits + excluded.error_visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits),
      first_seen = least(t.first_seen, excluded.first_seen),
      last_seen = greatest(t.last_seen, excluded.last_seen)
)
SELECT count(*)::integer AS rows FROM taken
