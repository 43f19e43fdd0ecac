-- Changes a webhook. What is null stays as it is.
-- $1 webhook, $2 name, $3 url, $4 whether the kinds change, $5 kinds of events or null for all
UPDATE webhooks SET name = coalesce($2, name), url = coalesce($3, url),
  kinds = CASE WHEN $4 THEN $5::text[] ELSE kinds END
WHERE id = $1
