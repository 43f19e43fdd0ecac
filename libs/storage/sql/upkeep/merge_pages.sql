-- Adds counts of pages that writers have appended to the tables of pages, and returns how many of
-- their rows it has taken. Reports read both, so they see no difference.
-- Written by npm run statements.
-- $1 websites, $2 the most rows that are taken
WITH taken AS (
  DELETE FROM unmerged_pages
  WHERE website_id = ANY ($1::integer[]) AND ctid = ANY (ARRAY(
    SELECT ctid FROM unmerged_pages WHERE website_id = ANY ($1::integer[]) LIMIT $2::integer))
  RETURNING *
), pages_given AS MATERIALIZED (
  SELECT website_id, bucket, bot_id, page_id, sum(visits)::bigint AS visits,
    sum(error_visits)::bigint AS error_visits, sum(verified_visits)::bigint AS verified_visits,
    sum(spoofed_visits)::bigint AS spoofed_visits,
    sum(unverifiable_visits)::bigint AS unverifiable_visits
  FROM (
    SELECT n.website_id, n.bucket AS bucket, u.bot_id, u.page_id, u.visits, u.error_visits, u.verified_visits,
      u.spoofed_visits, u.unverifiable_visits
    FROM taken n, unnest(n.bot_id, n.page_id, n.visits, n.error_visits, n.verified_visits, n.spoofed_visits,
      n.unverifiable_visits)
      AS u (bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits)
  ) counts
  GROUP BY website_id, bucket, bot_id, page_id
), pages_day AS (
  INSERT INTO late_pages_daily AS t (website_id, bucket, bot_id, page_id, visits, error_visits, verified_visits, spoofed_visits,
    unverifiable_visits)
  SELECT * FROM pages_given
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, bucket, bot_id, page_id) DO UPDATE SET
    visits = t.visits + excluded.visits, error_visits = t.error_visits + excluded.error_visits,
      verified_visits = plus(t.verified_visits, excluded.verified_visits),
      spoofed_visits = plus(t.spoofed_visits, excluded.spoofed_visits),
      unverifiable_visits = plus(t.unverifiable_visits, excluded.unverifiable_visits)
)
SELECT count(*)::integer AS rows FROM taken
