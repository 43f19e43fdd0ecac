-- Adds counts of hosts that writers have appended to the tables of statuses and hosts, and returns
-- how many of their rows it has taken. Reports read both, so they see no difference.
-- Written by npm run statements.
-- $1 websites, $2 the most rows that are taken
WITH taken AS (
  DELETE FROM unmerged_hosts
  WHERE website_id = ANY ($1::integer[]) AND ctid = ANY (ARRAY(
    SELECT ctid FROM unmerged_hosts WHERE website_id = ANY ($1::integer[]) LIMIT $2::integer))
  RETURNING *
), hosts_given AS MATERIALIZED (
  SELECT website_id, bucket, bot_id, status_code, host_id, sum(visits)::bigint AS visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
  FROM (
    SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.status_code, u.host_id, u.visits, u.verified_visits,
      u.spoofed_visits, u.unverifiable_visits
    FROM taken n, unnest(n.bot_id, n.status_code, n.host_id, n.visits, n.verified_visits, n.spoofed_visits,
      n.unverifiable_visits)
      AS u (bot_id, status_code, host_id, visits, verified_visits, spoofed_visits, unverifiable_visits)
  ) counts
  GROUP BY website_id, bucket, bot_id, status_code, host_id
), statuses_hour AS (
  INSERT INTO statuses_hourly AS t (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, bucket, bot_id, status_code, sum(visits)::bigint AS visits
    FROM hosts_given
    GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET
    visits = t.visits + excluded.visits
), statuses_day AS (
  INSERT INTO statuses_daily AS t (website_id, bucket, bot_id, status_code, visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, sum(visits)::bigint AS visits
    FROM hosts_given
    GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, status_code) DO UPDATE SET
    visits = t.visits + excluded.visits
), hosts_hour AS (
  INSERT INTO hosts_hourly AS t (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT * FROM hosts_given
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, host_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
), hosts_day AS (
  INSERT INTO hosts_daily AS t (website_id, bucket, bot_id, status_code, host_id, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, host_id, sum(visits)::bigint AS visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
    FROM hosts_given
    GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, host_id) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
)
SELECT count(*)::integer AS rows FROM taken
