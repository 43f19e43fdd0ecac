-- Takes a fetch that is due, for one worker that makes it now: of the account that has the fewest
-- under way, then of the one that used the least time today, and of its fetches the one that has
-- been due for longest. Before it begins, it is written down as a try that was not finished, with
-- the time at which it is due again then; and the most that it may take counts as used.
-- $1 kind, $2 most seconds that it may take, $3 seconds after which its worker is taken for dead,
-- $4 how many an account may have under way, $5 seconds until it is due again after each try in a
-- row that was not finished, $6 names of plans, $7 the seconds a day of each
WITH over AS (
  DELETE FROM fetches_under_way WHERE ends_at <= now()
), under_way AS MATERIALIZED (
  SELECT account_id, count(*) AS fetches FROM fetches_under_way WHERE ends_at > now() GROUP BY account_id
), due AS MATERIALIZED (
  SELECT f.website_id, f.kind, f.unfinished, w.account_id
  FROM website_fetches f
  JOIN websites w ON w.id = f.website_id
  JOIN accounts a ON a.id = w.account_id
  JOIN unnest($6::text[], $7::integer[]) AS p (plan, seconds) USING (plan)
  LEFT JOIN under_way u ON u.account_id = w.account_id
  LEFT JOIN fetch_times t ON t.account_id = w.account_id AND t.day = (now() AT TIME ZONE 'UTC')::date
  WHERE f.kind = $1 AND f.due_at <= now() AND w.deleted_at IS NULL AND coalesce(u.fetches, 0) < $4
    AND coalesce(t.used_ms, 0) < 1000::bigint * coalesce(a.fetch_seconds_per_day, p.seconds)
  ORDER BY coalesce(u.fetches, 0), coalesce(t.used_ms, 0), f.due_at, f.website_id
  LIMIT 1
  FOR UPDATE OF f SKIP LOCKED
), turn AS (
  INSERT INTO fetches_under_way (account_id, begun_at, ends_at, reserved_ms)
  SELECT account_id, now(), now() + make_interval(secs => $3), 1000 * $2 FROM due
  RETURNING id
), charged AS (
  INSERT INTO fetch_times AS t (account_id, day, used_ms)
  SELECT account_id, (now() AT TIME ZONE 'UTC')::date, 1000 * $2 FROM due
  ON CONFLICT (account_id) DO UPDATE
    SET used_ms = excluded.used_ms + CASE WHEN t.day = excluded.day THEN t.used_ms ELSE 0 END, day = excluded.day
), begun AS (
  UPDATE website_fetches f
  SET begun_at = now(), unfinished = least(f.unfinished, 1000) + 1, due_at = now() + make_interval(
    secs => ($5::integer[])[least(f.unfinished + 1, cardinality($5::integer[]))]
  )
  FROM due
  WHERE f.website_id = due.website_id AND f.kind = due.kind
  RETURNING f.url, f.begun_at, f.succeeded_at
)
SELECT due.website_id, w.public_id AS website, w.account_id, w.domain, due.kind, due.unfinished,
  begun.url, begun.begun_at, begun.succeeded_at, turn.id AS turn_id
FROM due JOIN websites w ON w.id = due.website_id, turn, begun
