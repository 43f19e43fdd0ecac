-- Ends the turn of a fetch, whatever came of it: it is not under way any more, and has used the
-- time that it took. Changes nothing when it had ended.
-- $1 turn
WITH over AS (
  DELETE FROM fetches_under_way WHERE id = $1 RETURNING account_id, begun_at, reserved_ms
)
UPDATE fetch_times t
SET used_ms = greatest(0, t.used_ms - o.reserved_ms + ceil(extract(epoch FROM clock_timestamp() - o.begun_at) * 1000))
FROM over o
WHERE t.account_id = o.account_id AND t.day = (o.begun_at AT TIME ZONE 'UTC')::date
