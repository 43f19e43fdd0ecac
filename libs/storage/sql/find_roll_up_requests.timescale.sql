-- Minutes that ask to be refreshed, of the newest days that have any. $1 days
SELECT id, (extract(epoch FROM bucket) * 1000)::bigint AS bucket
FROM roll_up_requests
WHERE bucket >= (
  SELECT min(day) FROM (
    SELECT DISTINCT date_trunc('day', bucket, 'UTC') AS day FROM roll_up_requests ORDER BY day DESC LIMIT $1
  ) newest
)
