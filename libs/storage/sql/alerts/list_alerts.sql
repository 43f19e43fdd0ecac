-- Alerts of an account, the oldest one first, each with how many of its events are open.
-- $1 account, or null for every account, $2 website, or null for every website, $3 public id of the
-- alert, or null for all, $4 public id of the last one seen or null, $5 when that one was made, or
-- null, $6 maximum number or null
SELECT a.id, a.public_id, w.account_id, a.website_id, w.public_id AS website_public_id, w.domain, a.kind, a.conditions, a.enabled,
  a.created_at, a.changed_at, (
    SELECT count(*)::integer FROM events e WHERE e.alert_id = a.id AND e.closed_at IS NULL
  ) AS open_events
FROM alerts a JOIN websites w ON w.id = a.website_id
WHERE w.deleted_at IS NULL AND ($1::integer IS NULL OR w.account_id = $1) AND ($2::integer IS NULL OR w.id = $2)
  AND ($3::text IS NULL OR a.public_id = $3)
  -- The last one seen may have been deleted since then.
  AND ($4::text IS NULL OR a.created_at > $5 OR (
    a.created_at = $5 AND a.id > coalesce((SELECT id FROM alerts WHERE public_id = $4), 0)
  ))
ORDER BY a.created_at, a.id
LIMIT $6
