-- Postpones the fetches that are due of accounts whose time of the day is used up, to the first
-- hour of the next day (UTC). What is reserved for fetches under way may yet be given back.
-- $1 names of plans, $2 the seconds a day of each
UPDATE website_fetches f
SET due_at = (t.day + 1)::timestamp AT TIME ZONE 'UTC' + make_interval(secs => 3600 * random()),
  tried_at = now(), outcome = 'time_used_up', status = NULL, begun_at = NULL
FROM websites w, accounts a, fetch_times t, unnest($1::text[], $2::integer[]) AS p (plan, seconds)
WHERE f.due_at <= now() AND w.id = f.website_id AND a.id = w.account_id AND t.account_id = a.id
  AND p.plan = a.plan AND t.day = (now() AT TIME ZONE 'UTC')::date
  AND 1000::bigint * coalesce(a.fetch_seconds_per_day, p.seconds) <= t.used_ms - (
    SELECT coalesce(sum(u.reserved_ms), 0) FROM fetches_under_way u
    WHERE u.account_id = a.id AND u.ends_at > now()
  )
