-- Adds counts of countries that writers have appended to the tables of countries, and returns how
-- many of their rows it has taken. Reports read both, so they see no difference.
-- Written by npm run statements.
-- $1 websites, $2 the most rows that are taken
WITH taken AS (
  DELETE FROM unmerged_countries
  WHERE website_id = ANY ($1::integer[]) AND ctid = ANY (ARRAY(
    SELECT ctid FROM unmerged_countries WHERE website_id = ANY ($1::integer[]) LIMIT $2::integer))
  RETURNING *
), countries_given AS MATERIALIZED (
  SELECT website_id, bucket, bot_id, status_code, country, sum(visits)::bigint AS visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
  FROM (
    SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.status_code, u.country, u.visits, u.verified_visits,
      u.spoofed_visits, u.unverifiable_visits
    FROM taken n, unnest(n.bot_id, n.status_code, n.country, n.visits, n.verified_visits, n.spoofed_visits,
      n.unverifiable_visits)
      AS u (bot_id, status_code, country, visits, verified_visits, spoofed_visits, unverifiable_visits)
  ) counts
  GROUP BY website_id, bucket, bot_id, status_code, country
), countries_hour AS (
  INSERT INTO countries_hourly AS t (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT * FROM countries_given
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, country) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
), countries_day AS (
  INSERT INTO countries_daily AS t (website_id, bucket, bot_id, status_code, country, visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT website_id, day_of(bucket), bot_id, status_code, country, sum(visits)::bigint AS visits,
    sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
    FROM countries_given
    GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (website_id, bucket, bot_id, status_code, country) DO UPDATE SET
    visits = t.visits + excluded.visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
)
SELECT count(*)::integer AS rows FROM taken
