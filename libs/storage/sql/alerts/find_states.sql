-- What is remembered of alerts.
-- $1 alerts
SELECT alert_id, cause, since, figures FROM alert_states WHERE alert_id = ANY ($1::integer[])
