-- Changes an alert. What was remembered for its old conditions is forgotten, except which bots were
-- told. Its open events stay open and are judged by the new conditions. When it is disabled, nobody
-- judges them any more, so they are closed. Returns no row when the alert is gone.
-- $1 alert, $2 conditions, $3 whether it is enabled, $4 now
WITH changed AS (
  UPDATE alerts SET conditions = $2::jsonb, enabled = $3, changed_at = $4 WHERE id = $1 RETURNING id, kind
), forgotten AS (
  DELETE FROM alert_states s USING changed c WHERE s.alert_id = c.id AND c.kind <> 'new_bot'
), closed AS (
  UPDATE events SET closed_at = $4 WHERE alert_id = $1 AND closed_at IS NULL AND NOT $3
)
SELECT id FROM changed
