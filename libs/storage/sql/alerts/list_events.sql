-- Events of an account, the newest first.
-- $1 account, or null for every account, $2 website, or null for all and for those of the account,
-- $3 kind or null, $4 open ones only, $5 opened at or after this time, or null, $6 public id of the
-- last one seen or null, $7 maximum number, $8 the alert or null
SELECT e.public_id, w.public_id AS website_public_id, w.domain, a.public_id AS alert_public_id, e.kind, e.subject,
  e.opened_at, e.seen_at, e.closed_at, e.figures
FROM events e LEFT JOIN websites w ON w.id = e.website_id LEFT JOIN alerts a ON a.id = e.alert_id
WHERE ($1::integer IS NULL OR e.account_id = $1) AND ($2::integer IS NULL OR e.website_id = $2)
  AND (e.website_id IS NULL OR w.deleted_at IS NULL)
  AND ($3::text IS NULL OR e.kind = $3) AND (NOT $4 OR e.closed_at IS NULL)
  AND ($5::timestamptz IS NULL OR e.opened_at >= $5)
  AND ($6::text IS NULL OR e.id < (SELECT id FROM events WHERE public_id = $6 AND ($1::integer IS NULL OR account_id = $1)))
  AND ($8::text IS NULL OR a.public_id = $8)
ORDER BY e.id DESC
LIMIT $7
