-- Replaces the verdicts on the visits of a website on a UTC day, by hour.
-- Written by npm run statements.
-- $1 website, $2 buckets, $3 for each of them the visits of people, $4 of undecided visitors,
-- $5 of automation, $6 those of automation that are errors,
-- $7 the first moment of automation (milliseconds after the begin of the day), $8 the last one,
-- $9 the bot of automation, $10 begin of the UTC day
INSERT INTO people_hourly AS t (website_id, bucket, bot_id, visits, error_visits, first_seen, last_seen, people_visits,
  undecided_visits)
SELECT $1::integer, bucket, v.bot_id, v.visits, v.errors, v.first_seen, v.last_seen, v.people, v.undecided
FROM unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::float8[], $8::float8[])
  AS u (bucket, people, undecided, automation, errors, first, last)
  CROSS JOIN LATERAL (VALUES
    (0, -automation, -errors, NULL::timestamptz, NULL::timestamptz, u.people, u.undecided),
    ($9::integer, automation, errors, $10::timestamptz + first * INTERVAL '1 millisecond',
      $10::timestamptz + last * INTERVAL '1 millisecond', NULL::bigint, NULL::bigint)
  ) AS v (bot_id, visits, errors, first_seen, last_seen, people, undecided)
ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET visits = excluded.visits, error_visits = excluded.error_visits,
  first_seen = excluded.first_seen, last_seen = excluded.last_seen, people_visits = excluded.people_visits,
  undecided_visits = excluded.undecided_visits
WHERE (t.visits, t.error_visits, t.first_seen, t.last_seen, t.people_visits, t.undecided_visits)
  IS DISTINCT FROM (excluded.visits, excluded.error_visits, excluded.first_seen, excluded.last_seen,
    excluded.people_visits, excluded.undecided_visits)
