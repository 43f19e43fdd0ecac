-- People by browser, by operating system and by device over whole days. What only automation came
-- with is not listed.
-- Written by npm run statements.
-- $1 website, $2 from (inclusive), $3 to (exclusive)
SELECT kind, name, visits, people_visits, undecided_visits
FROM (
  SELECT CASE WHEN GROUPING(browser) = 0 THEN 'browser' WHEN GROUPING(os) = 0 THEN 'os' ELSE 'device' END AS kind,
    coalesce(nullif(coalesce(browser, os, device), ''), 'Unknown') AS name,
    sum(visits)::bigint AS visits, coalesce(sum(people_visits), 0)::bigint AS people_visits,
      coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits
  FROM (
    SELECT browser, os, device, visits, people_visits, undecided_visits
    FROM judged_clients_daily
    WHERE website_id = $1::integer AND bucket >= $2::timestamptz AND bucket < $3::timestamptz
  ) counted
  GROUP BY GROUPING SETS (browser, os, device)
) named
WHERE visits > 0
ORDER BY kind, visits DESC, name COLLATE "C"
