-- What the readers of a website have shown of its log on the days before a UTC day.
-- $1 website, $2 day, in days since 1970, $3 how many days before
SELECT coalesce(sum(loading), 0)::integer AS loading, coalesce(sum(loading_http2), 0)::integer AS http2,
  coalesce(sum(loading_modes), 0)::integer AS modes,
  (array_agg(usual_release ORDER BY bucket DESC) FILTER (WHERE usual_release IS NOT NULL))[1] AS "usualRelease"
FROM judged_days
WHERE website_id = $1::integer AND bucket >= to_timestamp(($2::integer - $3::integer) * 86400.0)
  AND bucket < to_timestamp($2::integer * 86400.0)
