-- Whether there is a raw visit of a website and UTC day.
-- $1 website, $2 day
SELECT EXISTS (
  SELECT FROM visits v
  WHERE v.website_id = $1 AND v.time >= $2::timestamptz AND v.time < $2::timestamptz + INTERVAL '24 hours'
) AS has_visits
