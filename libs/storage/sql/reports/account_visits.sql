-- Visits of all websites of an account over whole days.
-- $1 account, $2 from (inclusive), $3 to (exclusive)
SELECT coalesce(sum(t.visits), 0)::bigint AS visits
FROM websites w JOIN traffic_daily t ON t.website_id = w.id
WHERE w.account_id = $1 AND w.deleted_at IS NULL AND t.bucket >= $2 AND t.bucket < $3
