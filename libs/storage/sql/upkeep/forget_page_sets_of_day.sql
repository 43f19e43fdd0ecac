-- Deletes the sets of pages of a website whose day, week or month has a day. Their starts are
-- computed apart from the rows: Citus 13 takes no function in a DELETE that is given a column and
-- depends on a setting.
-- $1 website, $2 day
DELETE FROM bot_page_sets
WHERE website_id = $1 AND (
  grain = 'day' AND bucket = date_trunc('day', $2::timestamptz, 'UTC')
  OR grain = 'week' AND bucket = date_trunc('week', $2::timestamptz, 'UTC')
  OR grain = 'month' AND bucket = date_trunc('month', $2::timestamptz, 'UTC'))
