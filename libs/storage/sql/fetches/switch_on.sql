-- Lets workers fetch a file of a website, from now on. An address that changes is due at once, and
-- what came of the one before is forgotten. The same address again changes nothing.
-- $1 website, $2 kind, $3 address, or null when it follows from the domain
WITH website AS MATERIALIZED (
  SELECT id FROM websites WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE
), switched AS (
  INSERT INTO website_fetches AS f (website_id, kind, url, due_at)
  -- The column would round it up, to a moment that is still to come.
  SELECT id, $2, $3, date_trunc('milliseconds', now()) FROM website
  ON CONFLICT (website_id, kind) DO UPDATE
    SET url = excluded.url, due_at = excluded.due_at, tried_at = NULL, outcome = NULL, status = NULL,
      succeeded_at = NULL, begun_at = NULL, unfinished = 0
    WHERE f.url IS DISTINCT FROM excluded.url
)
SELECT id FROM website
