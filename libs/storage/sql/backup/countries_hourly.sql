-- What was counted in countries_hourly, from all its sources, with one row for each key.
-- Written by npm run statements.
SELECT website_id, bucket, bot_id, status_code, country, sum(visits)::bigint AS visits,
  sum(verified_visits)::bigint AS verified_visits, sum(spoofed_visits)::bigint AS spoofed_visits,
  sum(unverifiable_visits)::bigint AS unverifiable_visits
FROM current_countries_hourly
GROUP BY website_id, bucket, bot_id, status_code, country
