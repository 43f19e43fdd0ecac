-- Visits to some websites by website and host over whole days, most visits first, then by host and
-- website.
-- Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.
-- AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.
-- Written by npm run statements.
-- $1 websites, $2 from (inclusive), $3 to (exclusive),
-- $4 domains of the account, to list only hosts of none of them, or null,
-- $5 visits of the row after which the list is read, or null, $6 its host, or null,
-- $7 its website, or null, $8 limit or null
SELECT *
FROM (
  SELECT c.website_id, c.host_id AS id, coalesce(h.host, '*') AS host, c.last_day,
    c.total_visits, c.bot_visits, c.human_visits, c.ai_bot_visits, c.verified_visits, c.spoofed_visits,
      c.unverifiable_visits, c.error_visits, c.people_visits, c.undecided_visits, c.automation_visits,
      c.not_judged_visits
  FROM (
    SELECT website_id, host_id, to_char(max(bucket) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS last_day,
      coalesce(sum(visits::float8), 0)::bigint AS total_visits,
        coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0)::bigint AS bot_visits,
        (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0))::bigint AS human_visits,
        coalesce(sum(visits::float8) FILTER (WHERE bot_id IN (SELECT bot_id FROM ai_bots)), 0)::bigint AS ai_bot_visits,
        coalesce(sum(verified_visits::float8), 0)::bigint AS verified_visits,
        coalesce(sum(spoofed_visits::float8), 0)::bigint AS spoofed_visits,
        coalesce(sum(unverifiable_visits::float8), 0)::bigint AS unverifiable_visits, coalesce(sum(error_visits::float8), 0)::bigint AS error_visits,
      coalesce(sum(people_visits::float8), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits::float8), 0)::bigint AS undecided_visits,
        coalesce(sum(visits::float8) FILTER (WHERE bot_id = 6), 0)::bigint AS automation_visits,
        (coalesce(sum(visits::float8), 0) - coalesce(sum(visits::float8) FILTER (WHERE bot_id <> 0), 0) - coalesce(sum(people_visits::float8), 0) - coalesce(sum(undecided_visits::float8), 0))::bigint AS not_judged_visits
    FROM (
      SELECT website_id, host_id, bot_id, bucket, visits, verified_visits, spoofed_visits, unverifiable_visits,
        people_visits, undecided_visits,
        CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS error_visits
      FROM judged_hosts_daily
      WHERE website_id = ANY ($1::integer[]) AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
    ) counted
    GROUP BY website_id, host_id
  ) c LEFT JOIN hosts h ON h.website_id = c.website_id AND h.id = c.host_id
  WHERE ($4::text[] IS NULL OR h.host <> '' AND NOT EXISTS (
    SELECT FROM unnest($4::text[]) AS domain
    WHERE h.host = domain OR right(h.host, length(domain) + 1) = '.' || domain
  ))
) named
WHERE $5::bigint IS NULL OR total_visits < $5::bigint
  OR total_visits = $5::bigint AND (host COLLATE "C", website_id) > ($6::text, $7::integer)
ORDER BY total_visits DESC, host COLLATE "C", website_id
LIMIT $8::bigint
