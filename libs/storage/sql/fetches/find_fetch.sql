-- What is known about the fetches of a file of a website. A try whose worker is taken for dead has
-- the outcome `interrupted`.
-- $1 website, $2 kind, $3 seconds after which the worker is taken for dead
SELECT kind, url, due_at, succeeded_at,
  CASE WHEN is_lost THEN begun_at ELSE tried_at END AS tried_at,
  CASE WHEN is_lost THEN 'interrupted' ELSE outcome END AS outcome,
  CASE WHEN is_lost THEN NULL ELSE status END AS status
FROM website_fetches, coalesce(begun_at + make_interval(secs => $3) <= now(), false) AS is_lost
WHERE website_id = $1 AND kind = $2
