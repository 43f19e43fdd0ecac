-- The feeds of a website with their counts, in one snapshot. `counts` and `reasons` are by grain:
-- hours for the last 24 hours, days for the last 30 days.
-- $1 website, $2 first hour, $3 first day, $4 number of samples
SELECT f.feed, f.first_delivery, f.last_delivery, counts.found AS counts, reasons.found AS reasons,
  samples.found AS samples
FROM website_feeds f
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') AS found FROM (
    SELECT grain, sum(deliveries) AS deliveries, sum(entries) AS entries, sum(lag_ms) AS lag_ms,
      max(largest_lag_ms) AS largest_lag_ms, sum(without_address) AS without_address,
      sum(without_host) AS without_host, sum(without_country) AS without_country,
      sum(without_fetch_headers) AS without_fetch_headers, sum(without_referer) AS without_referer,
      sum(static_files) AS static_files
    FROM feed_counts c
    WHERE c.website_id = f.website_id AND c.feed = f.feed
      AND (c.grain = 'hour' AND c.bucket >= $2 OR c.grain = 'day' AND c.bucket >= $3)
    GROUP BY grain) t
) counts
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') AS found FROM (
    SELECT grain, result, reason, sum(number) AS number
    FROM feed_reasons r
    WHERE r.website_id = f.website_id AND r.feed = f.feed
      AND (r.grain = 'hour' AND r.bucket >= $2 OR r.grain = 'day' AND r.bucket >= $3)
    GROUP BY grain, result, reason
    ORDER BY sum(number) DESC, reason COLLATE "C") t
) reasons
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') AS found FROM (
    SELECT (extract(epoch FROM noted_at) * 1000)::bigint AS at, reason, message, outline
    FROM feed_samples s
    WHERE s.website_id = f.website_id AND s.feed = f.feed
    ORDER BY id DESC LIMIT $4::integer) t
) samples
WHERE f.website_id = $1
ORDER BY f.feed COLLATE "C"
