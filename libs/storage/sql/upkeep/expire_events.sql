-- Deletes a portion of the events that were opened more than 400 days ago and are over.
-- $1 maximum number
DELETE FROM events WHERE id = ANY (ARRAY(
  SELECT id FROM events WHERE opened_at < now() - interval '400 days' AND closed_at IS NOT NULL LIMIT $1::integer))
