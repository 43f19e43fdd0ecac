-- The open events of alerts.
-- $1 alerts
SELECT alert_id, cause, seen_at, gone_since FROM events WHERE alert_id = ANY ($1::integer[]) AND closed_at IS NULL
