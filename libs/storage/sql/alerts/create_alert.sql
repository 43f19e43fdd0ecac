-- Stores a new alert. Stores nothing and returns no row when the website has as many as it may
-- have, or is deleted.
-- $1 public id, $2 website, $3 kind, $4 conditions, $5 whether it is enabled, $6 now,
-- $7 alerts that the website may have
INSERT INTO alerts (public_id, website_id, kind, conditions, enabled, created_at, changed_at)
SELECT $1, $2, $3, $4::jsonb, $5, $6, $6
WHERE count_alerts($2) < $7::integer
RETURNING public_id
