-- Deletes the digests of a website whose day, week or month has a day.
-- $1 website, $2 day
DELETE FROM page_digests
WHERE website_id = $1 AND (
  grain = 'day' AND bucket = date_trunc('day', $2::timestamptz, 'UTC')
  OR grain = 'week' AND bucket = date_trunc('week', $2::timestamptz, 'UTC')
  OR grain = 'month' AND bucket = date_trunc('month', $2::timestamptz, 'UTC'))
