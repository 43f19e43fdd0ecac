-- Notes that a shared link was used, at most once a minute.
-- $1 shared link, $2 now
UPDATE shares SET last_used_at = $2
WHERE id = $1 AND coalesce(last_used_at <= $2::timestamptz - interval '1 minute', true)
