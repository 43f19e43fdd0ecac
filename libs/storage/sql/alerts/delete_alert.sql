-- Deletes an alert of an account, or without one that of any account, and closes its open events.
-- Returns no row when there is no such alert.
-- $1 public id, $2 account or null, $3 now
WITH found AS MATERIALIZED (
  SELECT a.id, w.domain FROM alerts a JOIN websites w ON w.id = a.website_id
  WHERE a.public_id = $1 AND w.deleted_at IS NULL AND ($2::integer IS NULL OR w.account_id = $2)
  FOR UPDATE OF a
), closed AS (
  UPDATE events e SET closed_at = coalesce(closed_at, $3), alert_id = NULL FROM found f WHERE e.alert_id = f.id
  RETURNING e.id
), deleted AS (
  -- The count makes the events come first: the database would empty their alert as well.
  DELETE FROM alerts a USING found f WHERE a.id = f.id AND (SELECT count(*) FROM closed) >= 0
)
SELECT domain FROM found
