-- Notes what came of a fetch, if the worker still has it.
-- $1 website, $2 kind, $3 when it began, $4 outcome, $5 status or null, $6 whether it told what the
-- website has, $7 seconds until it is due again
UPDATE website_fetches
SET tried_at = now(), outcome = $4, status = $5, due_at = now() + make_interval(secs => $7),
  succeeded_at = CASE WHEN $6 THEN now() ELSE succeeded_at END, begun_at = NULL, unfinished = 0
WHERE website_id = $1 AND kind = $2 AND begun_at = $3
RETURNING website_id
