-- Where there are more verdicts than visits of browsers; where the verdicts of a day are not those
-- of its hours, lists have more than all visits, hosts have not all that are listed, or what
-- automation has was not taken from browsers. Returns a row for each website, bucket and count
-- that differs.
-- Written by npm run statements.
-- $1 oldest day of raw visits, $2 the only website, or null for all of them
WITH sums AS MATERIALIZED (
  SELECT 'people_hourly' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT website_id, bucket, bot_id, visits, people_visits, undecided_visits FROM people_hourly
        WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_daily' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT website_id, bucket, bot_id, visits, people_visits, undecided_visits FROM people_daily
        WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_pages_daily' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT p.website_id, p.bucket, u.*
        FROM people_pages_daily p, unnest(p.bot_id, p.page_id, p.visits, p.error_visits, p.people_visits, p.undecided_visits) AS u (bot_id, page_id, visits, error_visits, people_visits, undecided_visits)
        WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_hosts_hourly' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT p.website_id, p.bucket, u.*
        FROM people_hosts_hourly p, unnest(p.bot_id, p.status_code, p.host_id, p.visits, p.people_visits, p.undecided_visits) AS u (bot_id, status_code, host_id, visits, people_visits, undecided_visits)
        WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_hosts_daily' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT p.website_id, p.bucket, u.*
        FROM people_hosts_daily p, unnest(p.bot_id, p.status_code, p.host_id, p.visits, p.people_visits, p.undecided_visits) AS u (bot_id, status_code, host_id, visits, people_visits, undecided_visits)
        WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_countries_hourly' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT p.website_id, p.bucket, u.*
        FROM people_countries_hourly p, unnest(p.bot_id, p.status_code, p.country, p.visits, p.people_visits, p.undecided_visits) AS u (bot_id, status_code, country, visits, people_visits, undecided_visits)
        WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_countries_daily' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT p.website_id, p.bucket, u.*
        FROM people_countries_daily p, unnest(p.bot_id, p.status_code, p.country, p.visits, p.people_visits, p.undecided_visits) AS u (bot_id, status_code, country, visits, people_visits, undecided_visits)
        WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_referrals_hourly' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT website_id, bucket, v.bot_id, v.visits, v.people_visits, v.undecided_visits
        FROM (
            SELECT p.website_id, p.bucket, u.*
            FROM people_referrals_hourly p, unnest(p.referral_source, p.visits, p.people_visits, p.undecided_visits) AS u (referral_source, visits, people_visits, undecided_visits)
            WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
          ) one CROSS JOIN LATERAL (VALUES
          (0, visits, people_visits, undecided_visits), (1, -visits, 0, 0)
        ) AS v (bot_id, visits, people_visits, undecided_visits)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_referrals_daily' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT website_id, bucket, v.bot_id, v.visits, v.people_visits, v.undecided_visits
        FROM (
            SELECT p.website_id, p.bucket, u.*
            FROM people_referrals_daily p, unnest(p.referral_source, p.visits, p.people_visits, p.undecided_visits) AS u (referral_source, visits, people_visits, undecided_visits)
            WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
          ) one CROSS JOIN LATERAL (VALUES
          (0, visits, people_visits, undecided_visits), (1, -visits, 0, 0)
        ) AS v (bot_id, visits, people_visits, undecided_visits)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_landings_daily' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT website_id, bucket, v.bot_id, v.visits, v.people_visits, v.undecided_visits
        FROM (
            SELECT p.website_id, p.bucket, u.*
            FROM people_landings_daily p, unnest(p.referral_source, p.page_id, p.visits, p.people_visits, p.undecided_visits) AS u (referral_source, page_id, visits, people_visits, undecided_visits)
            WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
          ) one CROSS JOIN LATERAL (VALUES
          (0, visits, people_visits, undecided_visits), (1, -visits, 0, 0)
        ) AS v (bot_id, visits, people_visits, undecided_visits)
      ) verdicts
    GROUP BY website_id, bucket
  UNION ALL
  SELECT 'people_clients_daily' AS relation, website_id, bucket,
      coalesce(sum(people_visits), 0)::bigint AS people_visits,
        coalesce(sum(undecided_visits), 0)::bigint AS undecided_visits,
        coalesce(sum(visits) FILTER (WHERE bot_id <> 0), 0)::bigint AS automation_visits,
        coalesce(-sum(visits) FILTER (WHERE bot_id = 0), 0)::bigint AS moved_visits
    FROM (
        SELECT website_id, bucket, v.bot_id, v.visits, v.people_visits, v.undecided_visits
        FROM (
            SELECT p.website_id, p.bucket, u.*
            FROM people_clients_daily p, unnest(p.browser, p.os, p.device, p.visits, p.people_visits, p.undecided_visits) AS u (browser, os, device, visits, people_visits, undecided_visits)
            WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
          ) one CROSS JOIN LATERAL (VALUES
          (0, visits, people_visits, undecided_visits), (1, -visits, 0, 0)
        ) AS v (bot_id, visits, people_visits, undecided_visits)
      ) verdicts
    GROUP BY website_id, bucket
), verdicts AS MATERIALIZED (
  SELECT relation, website_id, bucket, v.count, v.visits
  FROM sums CROSS JOIN LATERAL (VALUES ('people_visits', people_visits), ('undecided_visits', undecided_visits),
    ('automation_visits', automation_visits), ('moved_visits', moved_visits)) AS v (count, visits)
), browsers AS MATERIALIZED (
  SELECT website_id, bucket, sum(visits)::bigint AS visits
  FROM traffic_hourly
  WHERE bot_id = 0 AND bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
  GROUP BY website_id, bucket
), judged AS MATERIALIZED (
  SELECT website_id, bucket, listed_hours FROM judged_days WHERE bucket >= $1::timestamptz AND ($2::integer IS NULL OR website_id = $2::integer)
), of_hours AS (
  SELECT r.days AS relation, v.website_id, day_of(v.bucket) AS bucket, v.count, sum(v.visits)::bigint AS visits
  FROM verdicts v JOIN (VALUES ('people_daily', 'people_hourly'), ('people_hosts_daily', 'people_hosts_hourly'),
    ('people_countries_daily', 'people_countries_hourly'),
    ('people_referrals_daily', 'people_referrals_hourly')) AS r (days, hours) ON r.hours = v.relation
  GROUP BY 1, 2, 3, 4
), of_days AS (
  SELECT * FROM verdicts WHERE relation IN ('people_daily', 'people_hosts_daily', 'people_countries_daily', 'people_referrals_daily')
), limits AS (
  SELECT l.list AS relation, v.website_id, v.bucket, v.count, v.visits
  FROM verdicts v JOIN (VALUES ('people_pages_daily', 'people_daily'), ('people_hosts_hourly', 'people_hourly'),
    ('people_hosts_daily', 'people_daily'), ('people_countries_hourly', 'people_hourly'),
    ('people_countries_daily', 'people_daily'), ('people_referrals_hourly', 'people_hourly'),
    ('people_referrals_daily', 'people_daily'), ('people_landings_daily', 'people_daily'),
    ('people_clients_daily', 'people_daily')) AS l (list, of_all) ON l.of_all = v.relation
)
SELECT relation, website_id AS website, to_char(bucket AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS bucket, count,
  raw, rolled_up
FROM (
  SELECT 'people_hourly' AS relation, s.website_id, day_of(s.bucket) AS bucket, 'visits' AS count,
    coalesce(b.visits, 0) AS raw, s.people_visits + s.undecided_visits + s.automation_visits AS rolled_up
  FROM sums s LEFT JOIN browsers b ON b.website_id = s.website_id AND b.bucket = s.bucket
  WHERE s.relation = 'people_hourly'
    AND s.people_visits + s.undecided_visits + s.automation_visits > coalesce(b.visits, 0)
  UNION ALL
  SELECT relation, website_id, day_of(bucket), 'automation_visits', moved_visits, automation_visits
  FROM sums
  WHERE automation_visits <> moved_visits
  UNION ALL
  SELECT relation, website_id, bucket, count, coalesce(h.visits, 0), coalesce(d.visits, 0)
  FROM of_days d FULL JOIN of_hours h USING (relation, website_id, bucket, count)
  WHERE coalesce(d.visits, 0) <> coalesce(h.visits, 0)
  UNION ALL
  SELECT v.relation, v.website_id, day_of(v.bucket), v.count, coalesce(l.visits, 0), v.visits
  FROM verdicts v LEFT JOIN limits l USING (relation, website_id, bucket, count)
  WHERE v.relation IN ('people_pages_daily', 'people_hosts_hourly', 'people_hosts_daily', 'people_countries_hourly',
    'people_countries_daily', 'people_referrals_hourly', 'people_referrals_daily',
    'people_landings_daily', 'people_clients_daily') AND v.visits > coalesce(l.visits, 0)
  UNION ALL
  SELECT l.relation, l.website_id, day_of(l.bucket), l.count, l.visits, coalesce(v.visits, 0)
  FROM limits l JOIN judged j ON j.website_id = l.website_id AND j.bucket = day_of(l.bucket)
    LEFT JOIN verdicts v ON v.relation = l.relation AND v.website_id = l.website_id AND v.bucket = l.bucket AND v.count = l.count
  WHERE l.relation = 'people_hosts_hourly' AND l.bucket < j.bucket + j.listed_hours * INTERVAL '1 hour'
    AND l.visits > coalesce(v.visits, 0)
) differing
ORDER BY relation, website_id, bucket, count
